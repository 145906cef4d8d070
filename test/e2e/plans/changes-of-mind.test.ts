import { expect, test } from 'vitest'
import { readGit } from '../support/git/git.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()

test('a finished task that is rejected is done again, with all that was built on it, before the final pull request is ready', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'Two notes',
    writeIssue([
      { id: 'T1', title: 'Write `extra.txt` and', path: 'one.txt', run: 'echo one > one.txt; echo x > extra.txt' },
      { id: 'T2', path: 'two.txt', content: 'two', after: 'T1' },
    ]),
  )
  await repo.say(issue, 'maintainer', '/approve')
  const final = await repo.pullOf(issue, 'base')
  const isDraft = async () =>
    (await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: final })).data.draft === true
  expect(await isDraft()).toBe(false)

  await repo.say(issue, 'maintainer', '/reject T1 say more')

  expect(await repo.record(issue)).toMatchObject({ phase: 'working', final_pull_request: { state: 'draft' } })
  expect(await repo.task(issue, 'T2')).toMatchObject({ state: 'PENDING', approval_stale: true })
  expect(await isDraft()).toBe(true)

  await repo.push('writer', 'countersign/ISS-001/1/T1', { 'one.txt': 'one and more\n' })

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed', final_pull_request: { state: 'open' } })
  expect(await isDraft()).toBe(false)
  expect(await readGit(repo.bareDir, ['show', 'countersign/ISS-001/1/base:one.txt'])).toBe('one and more')
  const { artifacts } = await repo.execution(issue)
  const versions = artifacts.map(
    ({ task, version, files }) => `${task} v${version}: ${files.map((file) => file.path).join()}`,
  )
  expect(versions).toEqual(['T1 v1: extra.txt,one.txt', 'T2 v1: two.txt', 'T1 v2: extra.txt,one.txt', 'T2 v2: two.txt'])
})

test('a run under way is ended by /pause without an attempt lost, and by /stop for good', async () => {
  const repo = await world.repository()
  const slow = writeIssue([{ id: 'T1', path: 'a.txt', run: 'sleep 500; echo a > a.txt' }])
  const issue = await repo.planIssue('Slow', slow)
  const tell = (body: string) =>
    repo.as('maintainer').rest.issues.createComment({ ...repo.place, issue_number: issue, body })
  await tell('/approve')
  await expect.poll(() => repo.task(issue, 'T1')).toMatchObject({ state: 'RUNNING' })
  await repo.say(issue, 'writer', '/pause')

  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'READY', attempts: 0, run: null })

  await tell('/resume')
  await expect.poll(() => repo.task(issue, 'T1')).toMatchObject({ state: 'RUNNING' })
  await repo.say(issue, 'writer', '/stop')

  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'CANCELLED', run: null })
  expect((await repo.execution(issue)).artifacts).toEqual([])
})

test('a new plan for a changed issue keeps the files of the stopped one', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'One',
    writeIssue([{ id: 'T1', path: 'a.txt', content: 'a', criteria: ['A reader learns who wrote it'] }]),
  )
  await repo.say(issue, 'maintainer', '/approve')
  await repo.say(issue, 'maintainer', '/stop')
  const body = writeIssue([{ id: 'T1', path: 'b.txt', content: 'b' }])
  await repo.as('maintainer').rest.issues.update({ ...repo.place, issue_number: issue, body })
  await repo.say(issue, 'maintainer', '/plan')
  await repo.say(issue, 'maintainer', '/approve')

  const { phase, plan_id: planId, session_id: session } = await repo.record(issue)
  expect([phase, planId]).toEqual(['completed', 'SOL-ISS-001-2'])
  const history = `.workflow/.scratchpad/${session}/solutions/history/SOL-ISS-001-1`
  const kept = JSON.parse(await repo.readState(`${history}/ISS-001-execution.json`)) as { artifacts: unknown[] }
  expect(kept.artifacts).toHaveLength(1)
  expect((await repo.pulls()).map(({ head, state }) => `${head} ${state}`)).toEqual([
    'countersign/ISS-001/1/T1 closed',
    'countersign/ISS-001/2/T1 closed',
    'countersign/ISS-001/2/base open',
  ])
})

test('an issue deleted in the middle of its work leaves nothing owed', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'Gone',
    writeIssue([{ id: 'T1', path: 'a.txt', content: 'a', criteria: ['A reader learns who wrote it'] }]),
  )
  await repo.say(issue, 'maintainer', '/approve')
  await world.running.sandbox.deleteIssue(repo.repository, issue, 'maintainer')
  await repo.settle()

  expect(await repo.record(issue)).toMatchObject({ phase: 'stopped', outbox: [] })
})

test('a commit of somebody else on the workflow branch holds everything until it is taken back', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'Held',
    writeIssue([{ id: 'T1', path: 'a.txt', content: 'a', criteria: ['A reader learns who wrote it'] }]),
  )
  const ours = await repo.workflowHead()
  await repo.push('writer', 'countersign/workflow', { 'workspace/mine.txt': 'mine\n' })
  const theirs = await repo.workflowHead()
  await repo.say(issue, 'maintainer', '/approve')

  expect((await repo.thread(issue)).at(-1)).toContain('Everything is on hold')
  expect(await repo.workflowHead()).toBe(theirs)

  const ref = 'heads/countersign/workflow'
  await repo.as('maintainer').rest.git.updateRef({ ...repo.place, ref, sha: ours, force: true })
  await repo.settle()
  await repo.say(issue, 'maintainer', '/approve')

  expect((await repo.record(issue)).phase).toBe('working')
})
