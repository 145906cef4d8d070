import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { listRegistered, readStatus } from '../../../application/status/read-status.ts'
import { describeIssue } from '../../../application/status/describe-issue.ts'
import { answerTool } from './answer-tool.ts'
import { describeTaskBrief } from './describe-task-brief.ts'
import { fetchState, type McpPlace, readIssueWork } from './mcp-place.ts'

export const issueArgument = z.string().describe('The issue: `7`, `#7` or `ISS-007`.')
export const taskArgument = z
  .string()
  .regex(/^T\d+(\.\d+)*$/, 'a task is like T1 or T3.2')
  .describe('The task: `T1`, `T3.2`.')

const readOnly = { readOnlyHint: true, openWorldHint: true }

/** What is recorded: where issues stand, plans, verdicts, tasks, and what waits for people. */
export function addReadTools(server: McpServer, place: McpPlace): void {
  server.registerTool(
    'list_issues',
    { description: 'All registered issues: phase, tasks approved, what waits for whom.', annotations: readOnly },
    () => answerTool(() => readAll(place)),
  )
  server.registerTool(
    'list_waiting',
    {
      description: 'What waits for people: issue, task, who, what is asked, and the command that answers it.',
      inputSchema: { login: z.string().optional().describe('Only what waits for this login, or for anybody.') },
      annotations: readOnly,
    },
    ({ login }) =>
      answerTool(async () => {
        const { issues } = await readAll(place)
        return issues.flatMap(({ id, title, needs }) =>
          needs
            .filter(({ who }) => login === undefined || who.length === 0 || who.includes(login.replace(/^@/, '')))
            .map((need) => ({ issue: id, title, ...need })),
        )
      }),
  )
  server.registerTool(
    'get_issue',
    {
      description: 'Where one issue stands, with each task.',
      inputSchema: { issue: issueArgument },
      annotations: readOnly,
    },
    ({ issue }) => answerTool(async () => describeIssue(await readIssueWork(place, issue))),
  )
  server.registerTool(
    'get_plan',
    {
      description: 'The plan of an issue as it is recorded: tasks, criteria, dependencies, score, hash.',
      inputSchema: { issue: issueArgument },
      annotations: readOnly,
    },
    ({ issue }) =>
      answerTool(async () => {
        const { plan, record } = await readIssueWork(place, issue)
        if (plan === null) throw new Error(`${record.id} has no plan yet`)
        return plan
      }),
  )
  server.registerTool(
    'get_verdicts',
    {
      description: 'Verdicts on versions, oldest first: each criterion with its evidence, why, and what to change.',
      inputSchema: { issue: issueArgument, task: taskArgument.optional() },
      annotations: readOnly,
    },
    ({ issue, task }) =>
      answerTool(async () => {
        const { execution } = await readIssueWork(place, issue)
        return (execution?.reviews ?? []).filter((review) => task === undefined || review.task === task)
      }),
  )
  server.registerTool(
    'get_task',
    {
      description:
        'What a task asks for and where it stands: criteria, scope, branch, inputs, rejected versions and why.',
      inputSchema: { issue: issueArgument, task: taskArgument },
      annotations: readOnly,
    },
    ({ issue, task }) => answerTool(async () => describeTaskBrief(await readIssueWork(place, issue), task)),
  )
}

async function readAll(place: McpPlace) {
  await using fetched = await fetchState(place)
  const { commit } = fetched
  return { commit, ...(await readStatus(fetched.texts, await listRegistered(fetched.texts))) }
}
