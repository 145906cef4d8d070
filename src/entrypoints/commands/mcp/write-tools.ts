import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { runPlanDryRun } from '../plan/plan-dry-run.ts'
import { answerTool } from './answer-tool.ts'
import { describeTaskBrief } from './describe-task-brief.ts'
import { type McpGitHub, type McpPlace, openMcpGitHub, readIssueWork } from './mcp-place.ts'
import { issueArgument, taskArgument } from './read-tools.ts'

const mostFiles = 100

/**
 * What changes something, done on GitHub as who the token belongs to: the bot judges their role as that of anybody who
 * writes the same in the thread. Nothing here approves.
 */
export function addWriteTools(server: McpServer, place: McpPlace): void {
  server.registerTool(
    'propose_plan',
    {
      description:
        'Opens an issue with a plan in it and has it planned; a person approves it in the thread. The plan is checked first, and its faults come back instead. Look at docs/planning.md for what an issue may hold: a `yaml countersign` block, or a task list with acceptance criteria.',
      inputSchema: {
        title: z.string().min(1).max(256),
        body: z.string().min(1).max(60_000).describe('Text of the issue, in Markdown.'),
        label: z.string().default('countersign').describe('The label that starts planning.'),
        check_only: z.boolean().default(false).describe('Says what would become of it, and opens nothing.'),
      },
    },
    ({ title, body, label, check_only: checkOnly }) =>
      answerTool(async () => {
        const checked = await checkIssue(title, body)
        if (!checked.ok || checkOnly) return { opened: null, ...checked }
        const { octokit, at } = await openMcpGitHub(place)
        const { data } = await octokit.rest.issues.create({ ...at, title, body })
        await octokit.rest.issues.addLabels({ ...at, issue_number: data.number, labels: [label] })
        return {
          opened: { number: data.number, url: data.html_url },
          ok: true,
          said: 'the bot plans it; get_plan shows the plan',
        }
      }),
  )
  server.registerTool(
    'take_task',
    {
      description:
        'Takes a task of an approved plan as its executor (`/assign T1 @you`). The bot hands its branch over; get_task shows it once it has. Then push versions to that branch, or use submit_version.',
      inputSchema: { issue: issueArgument, task: taskArgument },
    },
    ({ issue, task }) =>
      answerTool(async () => {
        const work = await readIssueWork(place, issue)
        const described = describeTaskBrief(work, task)
        const { octokit, at } = await openMcpGitHub(place)
        const { login } = (await octokit.rest.users.getAuthenticated()).data
        const { data } = await octokit.rest.issues.createComment({
          ...at,
          issue_number: work.record.number,
          body: `/assign ${task} @${login}`,
        })
        return { asked: data.html_url, as: login, ...described }
      }),
  )
  server.registerTool(
    'submit_version',
    {
      description:
        'Commits files to the branch of a task that was handed to you: a version, which is tested and reviewed as any other. Content null takes a file away.',
      inputSchema: {
        issue: issueArgument,
        task: taskArgument,
        message: z.string().min(1).max(200),
        files: z
          .array(z.strictObject({ path: z.string().min(1).max(500), content: z.string().nullable() }))
          .min(1)
          .max(mostFiles),
      },
    },
    ({ issue, task, message, files }) =>
      answerTool(async () => {
        const { branch } = describeTaskBrief(await readIssueWork(place, issue), task)
        if (branch === null) throw new Error(`${task} has no branch yet: the plan is not approved`)
        return commitToBranch(await openMcpGitHub(place), branch, message, files)
      }),
  )
}

async function checkIssue(title: string, body: string): Promise<{ ok: boolean; said: string }> {
  const said: string[] = []
  const io = {
    stdout: (text: string) => void said.push(text),
    stderr: (text: string) => void said.push(text),
    env: {},
    stdin: () => readOnce(`---\ntitle: ${JSON.stringify(title)}\n---\n${body}`),
    now: () => new Date().toISOString(),
    terminal: { colours: false, width: 100, isRead: false },
  }
  const code = await runPlanDryRun({ file: '-', number: 1, format: 'markdown' }, io)
  return { ok: code === 0, said: said.join('\n') }
}

async function* readOnce(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** One commit on what the branch holds now; who pushes meanwhile is not overwritten. */
async function commitToBranch(
  { octokit, at }: McpGitHub,
  branch: string,
  headline: string,
  files: readonly { path: string; content: string | null }[],
): Promise<{ commit: string; branch: string }> {
  const { data } = await octokit.rest.git.getRef({ ...at, ref: `heads/${branch}` })
  const additions = files.flatMap(({ path, content }) =>
    content === null ? [] : [{ path, contents: Buffer.from(content, 'utf8').toString('base64') }],
  )
  const deletions = files.flatMap(({ path, content }) => (content === null ? [{ path }] : []))
  const input = {
    branch: { repositoryNameWithOwner: `${at.owner}/${at.repo}`, branchName: branch },
    expectedHeadOid: data.object.sha,
    message: { headline },
    fileChanges: { additions, deletions },
  }
  const made = await octokit.graphql<{ createCommitOnBranch: { commit: { oid: string } } }>(
    'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
    { input },
  )
  return { commit: made.createCommitOnBranch.commit.oid, branch }
}
