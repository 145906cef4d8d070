import { expect, test } from 'vitest'
import { PlanSchema, type Plan } from '../../../src/domain/plan/plan.ts'
import { useWorld } from '../support/processes/start-world.ts'
import type { Playground } from '../support/playground.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()

const twoFiles = writeIssue([
  { id: 'T1', path: 'a.txt', content: 'a\n' },
  { id: 'T2', path: 'b.txt', content: 'b\n', after: 'T1' },
])

async function readPlan(repo: Playground, issue: number): Promise<Plan> {
  const { session_id: session, id } = await repo.record(issue)
  return PlanSchema.parse(
    JSON.parse(await repo.readState(`.workflow/.scratchpad/${session}/solutions/${id}-plan.json`)),
  )
}

test('another plan carries over what is approved: the same bytes, a version and a verdict of their own', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Two files', twoFiles)
  await repo.say(issue, 'maintainer', '/approve')
  const before = await repo.execution(issue)

  await repo.say(
    issue,
    'maintainer',
    '/replan T3: Say what is new in `c.txt`\n  - `c.txt` exists\n\n```txt path=c.txt\nc\n```',
  )
  const plan = await readPlan(repo, issue)
  expect(plan.tasks.map((task) => task.id)).toEqual(['T1', 'T2', 'T3'])
  await repo.say(issue, 'maintainer', `/approve plan@${plan.hash.slice(0, 7)}`)

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed', plan_id: 'SOL-ISS-001-2' })
  const after = await repo.execution(issue)
  const carried = after.artifacts.filter((artifact) => artifact.carried_from !== null)
  expect(
    carried.map(({ task, carried_from: from, files }) => [task, from?.artifact_id, files.map((file) => file.blob)]),
  ).toEqual(before.artifacts.map(({ task, artifact_id: id, files }) => [task, id, files.map((file) => file.blob)]))
  expect(after.reviews.map(({ task, verdict }) => `${task} ${verdict}`).toSorted()).toEqual([
    'T1 APPROVED',
    'T2 APPROVED',
    'T3 APPROVED',
  ])
  const pulls = await repo.pulls()
  expect(pulls.find((pull) => pull.head === 'countersign/ISS-001/1/base')?.state).toBe('closed')
})

test('what somebody has changed since is done anew: thread, trail and whoever does it hear why, and where it is', async () => {
  const repo = await world.repository()
  const text = writeIssue([
    { id: 'T1', path: 'a.txt', content: 'a\n' },
    { id: 'T2', path: 'b.txt' },
  ])
  const issue = await repo.planIssue('Two files', text)
  await repo.say(issue, 'maintainer', '/approve')
  await repo.push('writer', 'countersign/ISS-001/1/T2', { 'b.txt': 'b\n' })
  const before = await repo.pullOf(issue, 'T2')
  const changed = await repo.push('writer', 'main', { 'b.txt': 'main\n' })

  await repo.say(issue, 'maintainer', '/replan T3: Say what is new in `c.txt`\n\n```txt path=c.txt\nc\n```')
  const plan = await readPlan(repo, issue)
  expect((await repo.thread(issue)).at(-1)).toContain('unless somebody has changed their files since')
  await repo.say(issue, 'maintainer', `/approve plan@${plan.hash.slice(0, 7)}`)

  const { artifacts, receipts } = await repo.execution(issue)
  expect(artifacts.map(({ task, carried_from: from }) => [task, from !== null])).toContainEqual(['T1', true])
  expect(receipts.filter(({ task }) => task === 'T2')).toMatchObject([{ outcome: 'handed_over' }])
  const said = (await repo.thread(issue)).join('\n')
  expect(said).toContain(
    `**T2 is done anew, and not taken over:** somebody has changed \`b.txt\` ([${changed.slice(0, 7)}]`,
  )
  expect(said).toContain(`done anew, as somebody has changed \`b.txt\` (\`${changed.slice(0, 7)}\`) since`)
  expect((await repo.task(issue, 'T2')).waiting_for?.what).toContain(`what was approved before is in #${before}`)
})

test('the plan comment before is folded away, and the new one says what changed', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Two files', twoFiles)
  const first = await readPlan(repo, issue)

  await repo.say(issue, 'maintainer', '/replan without T2')

  const second = await readPlan(repo, issue)
  expect(second).toMatchObject({ id: 'SOL-ISS-001-2', tasks: [{ id: 'T1' }] })
  const shown = (await repo.thread(issue)).at(-1) ?? ''
  expect(shown).toContain(`Since plan <code>${first.hash.slice(0, 7)}</code>`)
  expect(shown).toContain('➖ **T2**')
  await repo.say(issue, 'maintainer', `/approve plan@${first.hash.slice(0, 7)}`)
  expect((await repo.thread(issue)).at(-1)).toContain('➖ **T2**')
  expect((await repo.record(issue)).phase).toBe('proposed')
})

test('guidance that cannot be followed leaves the work as it is', async () => {
  const repo = await world.repository()
  const body = writeIssue([{ id: 'T1', path: 'a.txt', content: 'a', criteria: ['A reader learns who wrote it'] }])
  const issue = await repo.planIssue('One', body)
  await repo.say(issue, 'maintainer', '/approve')

  await repo.say(issue, 'maintainer', '/replan make it nicer')

  expect(await repo.record(issue)).toMatchObject({ phase: 'working', plan_id: 'SOL-ISS-001-1', replanning: null })
  expect((await repo.thread(issue)).at(-1)).toContain('make it nicer')
})

test('a task is split by command, the parts are worked off', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'Several files',
    '- [ ] T1: Write `docs/a.md` and `lib/b.md`\n\n```md path=docs/a.md\na\n```\n\n```md path=lib/b.md\nb\n```\n',
  )
  await repo.say(issue, 'maintainer', '/split T1')
  expect((await readPlan(repo, issue)).tasks.map((task) => task.id)).toEqual(['T1.1', 'T1.2'])

  await repo.say(issue, 'maintainer', '/approve')

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed', plan_id: 'SOL-ISS-001-1' })
  expect((await repo.execution(issue)).nodes['T1']).toMatchObject({ kind: 'GOAL', state: 'DONE' })
})

test('an answer in the thread completes what the issue lacks', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Make it good', 'It should be good.')
  expect((await repo.record(issue)).phase).toBe('awaiting_input')

  await repo.say(issue, 'maintainer', '/answer\nT1: Say hello in `hello.txt`\n\n```txt path=hello.txt\nhello\n```')

  expect((await repo.record(issue)).phase).toBe('proposed')
  expect((await readPlan(repo, issue)).source.comment_ids).toHaveLength(1)
})

test('/doctor finds nothing wrong with work that is well', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue('Two files', twoFiles)
  await repo.say(issue, 'maintainer', '/approve')

  await repo.say(issue, 'maintainer', '/doctor')

  expect((await repo.thread(issue)).at(-1)).toContain('Doctor: nothing is wrong')
})
