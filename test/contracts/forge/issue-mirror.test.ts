import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createIssueMirror } from '../../../src/adapters/github/mirror/create-issue-mirror.ts'
import type { IssueMirror, MirroredTask, MirrorIssue } from '../../../src/application/ports/forge/issue-mirror.ts'
import {
  type SandboxInstallation,
  type SandboxRepository,
  startSandboxInstallation,
} from '../../support/repository/sandbox-installation.ts'

type Known = Record<string, MirrorIssue>

let github: SandboxInstallation
let repository: SandboxRepository
let mirror: IssueMirror
let parent: MirrorIssue

beforeAll(async () => {
  github = await startSandboxInstallation()
  mirror = createIssueMirror(github.client, github.sandbox.app.botLogin)
})
beforeEach(async () => {
  repository = await github.createRepository()
  parent = await open('The plan is for this')
})
afterAll(() => github.close())

/** The parent is a fresh repository's first issue. */
function renderMark(plan: number, task: string): string {
  return `<!-- countersign:mirror SOL-ISS-001-${plan}/${task} abc -->`
}

function buildTask(task: string, overrides: Partial<MirroredTask> = {}): MirroredTask {
  const mark = renderMark(1, task)
  const texts = { mark, title: `${task}: do it`, body: `${mark}\n${task} is to be done.` }
  return { task, ...texts, open: true, closedAs: null, blockedBy: [], ...overrides }
}

/** T1, and T2 which waits for it. */
const chain = [buildTask('T1'), buildTask('T2', { blockedBy: ['T1'] })]

function sync(wanted: readonly MirroredTask[], known: Known = {}): Promise<Known> {
  return mirror.sync(repository.ref, parent.number, wanted, known)
}

async function open(title: string): Promise<MirrorIssue> {
  const { data } = await github.as('writer').issues.create({ ...repository.place, title })
  return { number: data.number, id: data.id }
}

function target({ number }: MirrorIssue) {
  return { ...repository.place, issue_number: number }
}

async function readChildren(): Promise<string[]> {
  const { data } = await github.as('reader').issues.listSubIssues(target(parent))
  return data.map((one) => `${one.title} (${one.state_reason ?? one.state})`)
}

async function readBlockers(issue: MirrorIssue | undefined): Promise<number[]> {
  if (issue === undefined) throw new Error('no such issue')
  const { data } = await github.as('reader').issues.listDependenciesBlockedBy(target(issue))
  return data.map((one) => one.number)
}

async function countIssues(): Promise<number> {
  const { data } = await github.as('reader').issues.listForRepo({ ...repository.place, state: 'all', per_page: 100 })
  return data.length
}

/** What was written since the last look. */
function takeWrites(): string[] {
  return github.takeRequests().filter((one) => !one.startsWith('GET'))
}

function get(known: Known, task: string): MirrorIssue {
  const issue = known[task]
  if (issue === undefined) throw new Error(`${task} has no issue`)
  return issue
}

const createRoute = 'POST /repos/{owner}/{repo}/issues'
const linkRoute = 'POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues'
const updateRoute = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}'

test('each task becomes a sub-issue by the bot, blocked by what it waits for', async () => {
  const known = await sync(chain)

  expect(await readChildren()).toEqual(['T1: do it (open)', 'T2: do it (open)'])
  expect(await readBlockers(known['T2'])).toEqual([get(known, 'T1').number])
  const { data } = await github.as('reader').issues.get(target(get(known, 'T1')))
  expect(data).toMatchObject({ id: known['T1']?.id, user: { login: github.sandbox.app.botLogin } })
})

test('the same again writes nothing, known or not', async () => {
  const known = await sync(chain)
  github.takeRequests()

  const again = await sync(chain, known)
  const anew = await sync(chain)

  expect(takeWrites()).toEqual([])
  expect([again, anew]).toEqual([known, known])
})

test.each([
  ['the issue', createRoute, 'before'],
  ['the issue', createRoute, 'after'],
  ['the link', linkRoute, 'before'],
  ['the link', linkRoute, 'after'],
] as const)('an unclear answer to the making of %s makes no second one (%s, %s)', async (_, route, when) => {
  github.fault({ route, when, status: 502 })
  await expect(sync(chain)).rejects.toMatchObject({ retry: 'later' })

  await sync(chain)

  expect(await readChildren()).toEqual(['T1: do it (open)', 'T2: do it (open)'])
  expect(await countIssues()).toBe(3)
})

test('two calls at once make each issue once', async () => {
  const [first, second] = await Promise.all([sync(chain), sync(chain)])

  expect(second).toEqual(first)
  expect(await countIssues()).toBe(3)
})

test('what a call that failed has left is closed once it is not wanted', async () => {
  github.fault({ route: createRoute, when: 'after', status: 502, times: 1 })
  await expect(sync(chain)).rejects.toMatchObject({ retry: 'later' })
  await sync(chain)

  // The state never heard of them, and another plan has come.
  await sync([])

  expect(await readChildren()).toEqual(['T1: do it (not_planned)', 'T2: do it (not_planned)'])
})

test('a task of another issue that a person put here is left to that issue', async () => {
  const known = await sync(chain)
  const other = await open('Another that is planned')
  const link = { sub_issue_id: get(known, 'T1').id, replace_parent: true }
  await github.as('writer').issues.addSubIssue({ ...target(other), ...link })
  github.takeRequests()

  await mirror.sync(repository.ref, other.number, [], {})
  await sync(chain, known)

  expect(takeWrites()).toEqual([])
})

test('a done task is closed as completed, a cancelled one as not planned, and each is one write', async () => {
  const known = await sync(chain)
  github.takeRequests()

  await sync(
    [
      { ...buildTask('T1'), open: false, closedAs: 'completed' },
      { ...buildTask('T2'), open: false, closedAs: 'not_planned' },
    ],
    known,
  )

  expect(takeWrites()).toEqual([`${updateRoute} 200`, `${updateRoute} 200`])
  expect(await readChildren()).toEqual(['T1: do it (completed)', 'T2: do it (not_planned)'])
})

test('a task that is taken up again is opened again', async () => {
  const known = await sync([buildTask('T1', { open: false, closedAs: 'completed' })])

  await sync([buildTask('T1')], known)

  expect(await readChildren()).toEqual(['T1: do it (reopened)'])
})

test('what a person changes in title, text and state is set back in one write', async () => {
  const known = await sync(chain)
  const changed = { title: 'Mine', body: 'Mine', state: 'closed' as const }
  await github.as('writer').issues.update({ ...target(get(known, 'T1')), ...changed })
  github.takeRequests()

  await sync(chain, known)

  expect(takeWrites()).toEqual([`${updateRoute} 200`])
  const { data } = await github.as('reader').issues.get(target(get(known, 'T1')))
  expect(data).toMatchObject({ title: 'T1: do it', body: chain[0]?.body, state: 'open' })
})

test('line ends as a browser writes them are no change', async () => {
  const known = await sync(chain)
  const body = chain[0]?.body.replaceAll('\n', '\r\n') ?? ''
  await github.as('writer').issues.update({ ...target(get(known, 'T1')), body })
  github.takeRequests()

  await sync(chain, known)

  expect(takeWrites()).toEqual([])
})

test('dependencies follow the plan, also where one is turned round', async () => {
  const known = await sync([...chain, buildTask('T3', { blockedBy: ['T1', 'T2'] })])

  await sync([buildTask('T1', { blockedBy: ['T2'] }), buildTask('T2'), buildTask('T3', { blockedBy: ['T2'] })], known)

  const { number } = get(known, 'T2')
  expect(await Promise.all(['T1', 'T2', 'T3'].map((task) => readBlockers(known[task])))).toEqual([
    [number],
    [],
    [number],
  ])
})

test('where dependencies are not mirrored they are not looked at', async () => {
  const known = await sync(chain)
  github.takeRequests()

  await sync(
    chain.map((task) => ({ ...task, blockedBy: null })),
    known,
  )

  expect(github.takeRequests()).toEqual(['GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues 200'])
  expect(await readBlockers(known['T2'])).toHaveLength(1)
})

test('sub-issues and dependencies of people stay', async () => {
  const [own, blocker] = [await open('Of a person'), await open('Holds T1 up')]
  const { issues } = github.as('writer')
  await issues.addSubIssue({ ...target(parent), sub_issue_id: own.id })
  const known = await sync(chain)
  await issues.addBlockedByDependency({ ...target(get(known, 'T1')), issue_id: blocker.id })
  await issues.addBlockedByDependency({ ...target(own), issue_id: get(known, 'T2').id })

  await sync(chain, known)
  await sync([], known)

  expect(await readChildren()).toEqual(['Of a person (open)', 'T1: do it (not_planned)', 'T2: do it (not_planned)'])
  expect(await readBlockers(known['T1'])).toEqual([blocker.number])
  expect(await readBlockers(own)).toEqual([get(known, 'T2').number])
})

test('a task that left the plan is closed as not planned, and the next of its name gets an issue of its own', async () => {
  const known = await sync(chain)
  const mark = renderMark(2, 'T1')
  const next = buildTask('2/T1', { mark, title: 'T1: another', body: `${mark}\nAnother.` })

  const after = await sync([next], known)

  expect(await readChildren()).toEqual(['T1: do it (not_planned)', 'T2: do it (not_planned)', 'T1: another (open)'])
  expect(Object.keys(after)).toEqual(['2/T1'])
  github.takeRequests()
  await sync([next], known)
  expect(takeWrites()).toEqual([])
})

test('a sub-issue that a person took out of the list stays out, and is still kept in step', async () => {
  const known = await sync(chain)
  await github.as('writer').issues.removeSubIssue({ ...target(parent), sub_issue_id: get(known, 'T1').id })

  const after = await sync([{ ...buildTask('T1'), open: false, closedAs: 'completed' }, ...chain.slice(1)], known)

  expect(after).toEqual(known)
  expect(await readChildren()).toEqual(['T2: do it (open)'])
  const { data } = await github.as('reader').issues.get(target(get(known, 'T1')))
  expect(data).toMatchObject({ state: 'closed', state_reason: 'completed' })
})

test('a sub-issue that a person deleted is not made again', async () => {
  const known = await sync(chain)
  await github.sandbox.deleteIssue(repository.ref.key, get(known, 'T1').number, 'maintainer')
  github.takeRequests()

  const after = await sync(chain, known)

  expect(takeWrites()).toEqual([])
  expect(after).toEqual(known)
})

test("our mark in somebody else's issue is not ours", async () => {
  const { body } = buildTask('T1')
  const pasted = await github.as('writer').issues.create({ ...repository.place, title: 'Pasted', body })
  await github.as('writer').issues.addSubIssue({ ...target(parent), sub_issue_id: pasted.data.id })

  const known = await sync([buildTask('T1')])

  expect(known['T1']?.id).not.toBe(pasted.data.id)
  expect(await readChildren()).toEqual(['Pasted (open)', 'T1: do it (open)'])
})

test('a sub-issue that has another parent already stays there', async () => {
  github.fault({ route: linkRoute, when: 'before', status: 502 })
  await expect(sync([buildTask('T1')])).rejects.toMatchObject({ retry: 'later' })
  const { data } = await github.as('reader').issues.listForRepo({ ...repository.place })
  const made = data.find((one) => one.title === 'T1: do it')
  const other = await open('Another parent')
  await github.as('writer').issues.addSubIssue({ ...target(other), sub_issue_id: made?.id ?? 0 })

  const known = await sync([buildTask('T1')])

  expect(known['T1']?.number).toBe(made?.number)
  expect(await readChildren()).toEqual([])
})

test('more tasks than GitHub takes sub-issues leave the last without one', async () => {
  const tasks = Array.from({ length: 101 }, (_, index) => buildTask(`T${index + 1}`))

  const known = await sync(tasks)
  github.takeRequests()
  await sync(tasks, known)

  expect(Object.keys(known)).toHaveLength(100)
  expect(known['T101']).toBeUndefined()
  expect(takeWrites()).toEqual([])
})

test('an issue that is not the bot’s is never written to, whatever the state says', async () => {
  const own = await open('Of a person')

  const known = await sync([buildTask('T1')], { T1: own, T2: own })

  expect(known).toEqual({ T1: own })
  const { data } = await github.as('reader').issues.get(target(own))
  expect(data).toMatchObject({ title: 'Of a person', state: 'open' })
})
