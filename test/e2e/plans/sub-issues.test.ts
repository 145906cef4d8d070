import { expect, test } from 'vitest'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const linkRoute = 'POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues'
const world = useWorld({ expectedAnswers: [`502 ${linkRoute}`] })

const config = 'mirror: { sub_issues: true, dependencies: true }\n'
const body = writeIssue([
  { id: 'T1', path: 'a.txt', content: 'a' },
  { id: 'T2', path: 'b.txt', content: 'b', after: 'T1', criteria: ['A reader understands the output'] },
  { id: 'T3', path: 'c.txt', content: 'c', after: 'T2' },
])

/** Each sub-issue: its task, how it stands, and how many it waits for that are open. */
async function listSubIssues(repo: Playground, issue: number): Promise<string[]> {
  const { data } = await repo.as('reader').rest.issues.listSubIssues({ ...repo.place, issue_number: issue })
  return data.map((one) => {
    const task = /\b(T\d+):/.exec(one.title)?.[1] ?? one.title
    const held = one.issue_dependencies_summary?.blocked_by === 1 ? ', blocked' : ''
    return `${task} ${one.state === 'closed' ? one.state_reason : 'open'}${held}`
  })
}

async function approve(repo: Playground, issue: number): Promise<void> {
  const { plan_hash: hash } = await repo.record(issue)
  await repo.say(issue, 'maintainer', `/approve plan@${hash?.slice(0, 7)}`)
}

test('the tasks of an approved plan stand as sub-issues and follow the work', async () => {
  const repo = await world.repository({ config })
  const issue = await repo.planIssue('Three files', body)
  expect(await listSubIssues(repo, issue)).toEqual([])

  await approve(repo, issue)
  expect(await listSubIssues(repo, issue)).toEqual(['T1 completed', 'T2 open', 'T3 open, blocked'])

  const pull = await repo.pullOf(issue, 'T2')
  await repo.as('maintainer').rest.pulls.createReview({ ...repo.place, pull_number: pull, event: 'APPROVE' })
  await repo.settle()
  expect(await listSubIssues(repo, issue)).toEqual(['T1 completed', 'T2 completed', 'T3 completed'])
  expect((await repo.record(issue)).phase).toBe('completed')
})

test('an answer that got lost makes no second sub-issue, and stopping closes what is open', async () => {
  const repo = await world.repository({ config })
  const issue = await repo.planIssue('Three files', body)
  world.running.sandbox.injectFault({ route: linkRoute, when: 'after', status: 502 })

  await approve(repo, issue)
  expect(await listSubIssues(repo, issue)).toEqual(['T1 completed', 'T2 open', 'T3 open, blocked'])

  await repo.say(issue, 'maintainer', '/stop')
  expect(await listSubIssues(repo, issue)).toEqual(['T1 completed', 'T2 not_planned', 'T3 not_planned'])
})

test('a sub-issue closed by hand steers nothing', async () => {
  const repo = await world.repository({ config })
  const issue = await repo.planIssue('Three files', body)
  await approve(repo, issue)
  const mirrored = Object.values((await repo.record(issue)).mirrored)
  const before = await repo.workflowHead()

  const closed = { ...repo.place, issue_number: mirrored.at(-1)?.number ?? 0, state: 'closed' as const }
  await repo.as('writer').rest.issues.update(closed)
  await repo.settle()

  expect(await repo.workflowHead()).toBe(before)
  expect((await repo.task(issue, 'T3')).state).toBe('PENDING')
})
