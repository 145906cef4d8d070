import { beforeAll, expect, test } from 'vitest'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'

const world = useWorld()
let repo: Playground
let issue: number

const body = [
  '- [ ] T1: Write `notes/words.txt`',
  '- [ ] T2: Write `notes/greeting.txt` (executor: @grace), after T1',
  '  - Acceptance:',
  '    - `notes/greeting.txt` contains `Hello`',
  '- [ ] T3: Write `notes/farewell.txt` (executor: @grace)',
  '',
  'T1:',
  '',
  '```txt path=notes/words.txt',
  'Hello',
  '```',
  '',
  'T3:',
  '',
  '```txt path=notes/farewell.txt',
  'Farewell',
  '```',
].join('\n')

const branch = (task: string) => `countersign/ISS-001/1/${task}`
const pullOf = async (task: string) =>
  (await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: await repo.pullOf(issue, task) })).data

beforeAll(async () => {
  repo = await world.repository()
  issue = await repo.planIssue('Notes', body)
  await repo.say(issue, 'maintainer', '/approve')
})

test('who a task names gets a draft with what it builds on and what must hold, assigned, and is told of it once', async () => {
  const pull = await pullOf('T2')

  expect(pull).toMatchObject({ draft: true, state: 'open', changed_files: 0, commits: 1 })
  expect(pull.assignees?.map(({ login }) => login)).toEqual(['grace'])
  expect(pull.body).toContain(`git fetch && git switch ${branch('T2')}`)
  expect(pull.body).toMatch(/- \[ \] \*\*T1\*\*, version 1: .*notes\/words\.txt/)
  expect(pull.body).toMatch(/- \[ \] \*\*AC-1\*\* .*Hello/)
  expect(await repo.thread(pull.number)).toEqual([])
  expect(await repo.task(issue, 'T2')).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'push', who: ['grace'] },
    active_artifact_id: null,
  })
})

test('where an input has another version, the draft builds on that one, and so does its branch', async () => {
  await repo.push('writer', branch('T1'), { 'notes/words.txt': 'Hello, you\n' })

  const pull = await pullOf('T2')
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE' })
  expect(pull).toMatchObject({ draft: true, state: 'open', changed_files: 0 })
  expect(pull.body).toMatch(/- \[ \] \*\*T1\*\*, version 2: .*notes\/words\.txt/)
  expect(pull.body).not.toContain('version 1')
  const at = { ...repo.place, path: 'notes/words.txt', ref: branch('T2') }
  const { data } = await repo.as('reader').rest.repos.getContent(at)
  expect(Buffer.from('content' in data ? data.content : '', 'base64').toString()).toBe('Hello, you\n')
  expect(await repo.task(issue, 'T2')).toMatchObject({ state: 'WAITING_EXTERNAL', active_artifact_id: null })
})

test('given to an executor in the middle the draft becomes its pull request, and back it is theirs', async () => {
  const before = await pullOf('T3')
  await repo.say(issue, 'maintainer', '/assign T3 human')
  const anybodys = await pullOf('T3')
  await repo.say(issue, 'maintainer', '/assign T3 patch')
  const after = await pullOf('T3')

  expect([before.draft, anybodys.draft, after.draft]).toEqual([true, true, false])
  expect(after).toMatchObject({ number: before.number, merged: true })
  expect(after.body).not.toContain('- [ ] **AC-')
  expect(await repo.task(issue, 'T3')).toMatchObject({ state: 'DONE', executor: 'patch' })
})

test('a draft that is closed is nobody’s, and no attempt; given again it is opened anew', async () => {
  const before = await pullOf('T2')
  await repo.as('writer').rest.pulls.update({ ...repo.place, pull_number: before.number, state: 'closed' })
  await repo.settle()
  const closed = await repo.task(issue, 'T2')
  await repo.say(issue, 'maintainer', '/assign T2 @grace')

  expect(closed).toMatchObject({ state: 'WAITING_EXTERNAL', attempts: 0, waiting_for: { kind: 'assignment' } })
  expect(await pullOf('T2')).toMatchObject({ draft: true, state: 'open' })
})

test('the first push makes it ready for review, is judged and merged', async () => {
  await repo.push('writer', branch('T2'), { 'notes/greeting.txt': 'Hello!\n' })

  const { artifacts } = await repo.execution(issue)
  const pull = await pullOf('T2')
  expect(pull).toMatchObject({ draft: false, merged: true })
  expect(artifacts.find(({ task }) => task === 'T2')).toMatchObject({
    version: 1,
    by: { kind: 'person', login: 'grace' },
    files: [{ path: 'notes/greeting.txt' }],
  })
  expect((await repo.record(issue)).phase).toBe('completed')
})
