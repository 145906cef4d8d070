import { answerOp } from '../../../src/application/attempts/answer.ts'
import { expect, test } from 'vitest'
import { CountersignFault } from '../../../src/application/fault.ts'
import type { SeenComment } from '../../../src/application/ports/forge/forge-reader.ts'
import { Reconciler } from '../../../src/application/reconcile/reconciler.ts'
import { buildConfiguration, testSha } from '../../support/builders.ts'
import { FakeForgeReader } from '../../support/fakes/fake-forge-reader.ts'
import { ada, Machine, repository } from '../../support/fakes/machine.ts'

const minuteMs = 60_000
const never = () => new Promise<never>(() => undefined)

async function* noDeliveries(): AsyncGenerator<never[]> {}

function openReconciler(machine: Machine): { reconciler: Reconciler; forgeReader: FakeForgeReader } {
  const forgeReader = new FakeForgeReader(machine.store)
  const deliveries = { list: noDeliveries, redeliver: () => Promise.resolve() }
  const findStored = () => Promise.resolve(new Set<string>())
  const lease = () => Promise.resolve(true)
  return { reconciler: new Reconciler({ ...machine.ports, forgeReader, deliveries, findStored, lease }), forgeReader }
}

/** A machine that was killed while its only task ran. */
async function leaveRunning(): Promise<Machine> {
  const machine = new Machine()
  machine.execute = never
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.queue.idle()
  return machine
}

/** A machine whose only version waits for CI, or for a person. */
async function leaveWaitingFor(whom: 'ci' | 'person'): Promise<Machine> {
  const machine = new Machine()
  machine.review = ({ criteria }) =>
    Promise.resolve({ results: [], waiting: criteria.map(({ id }) => ({ criterion: id, for: whom })) })
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.settle()
  return machine
}

test('what a machine that is gone owed is carried out without any event', async () => {
  const gone = await leaveRunning()
  const machine = new Machine(gone.store)
  const { reconciler } = openReconciler(machine)

  const report = await reconciler.run()
  await machine.settle()

  expect(report).toEqual({ repositories: 1, quiet: 0, issues: 1, found: { show_due: 1 }, redelivered: 0, failed: 0 })
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
  expect(machine.work().execution?.receipts).toHaveLength(1)
})

test('a run whose lease ran out, and that nobody here works on, is lost and done anew', async () => {
  const gone = await leaveRunning()
  const before = gone.work().execution?.nodes['T1']
  const machine = new Machine(gone.store)
  machine.pass(31 * minuteMs)
  const { reconciler } = openReconciler(machine)

  const report = await reconciler.run()
  await machine.settle()

  expect(report.found).toEqual({ lease_lost: 1, show_due: 1 })
  expect(machine.record().phase).toBe('completed')
  expect(machine.work().execution?.nodes['T1']).toMatchObject({ attempts: 0 })
  expect(machine.record().trail.map(({ text }) => text)).toContain('T1: the worker that ran it went away')
  const [receipt] = machine.work().execution?.receipts ?? []
  expect(receipt?.run_id).not.toBe(before?.kind === 'ACTION' ? before.run?.run_id : '')
})

test('a run that works here is nobody else’s, however long it takes', async () => {
  const machine = await leaveRunning()
  machine.pass(31 * minuteMs)
  const { reconciler } = openReconciler(machine)

  const report = await reconciler.run()

  expect(report.found).toEqual({})
})

test('CI that is late is asked about by the reconciler where the process that waited for it is gone', async () => {
  const gone = await leaveWaitingFor('ci')
  const machine = new Machine(gone.store)
  const { reconciler } = openReconciler(machine)

  const early = await reconciler.run()
  machine.pass(24 * 60 * minuteMs)
  const late = await reconciler.run()
  await machine.settle()
  const after = await reconciler.run()

  expect([early.found, late.found, after.found]).toEqual([{}, { ci_overdue: 1 }, {}])
  expect(machine.work().execution?.nodes['C1']).toMatchObject({ state: 'WAITING_EXTERNAL' })
})

test('work that a limit of the day holds goes on by itself the next day, and not before', async () => {
  const machine = new Machine()
  const until = '2026-11-22T00:00:00.000Z'
  const { execute } = machine
  machine.execute = async (request) => {
    const { receipt } = await execute(request)
    return { receipt, outcome: { kind: 'held', hold: { why: 'the limit of $2 for today is reached', until } } }
  }
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.settle()
  machine.execute = execute
  const { reconciler } = openReconciler(machine)

  const paused = machine.record().paused
  const early = await reconciler.run()
  machine.pass(Date.parse(until) - Date.parse(machine.ports.now()))
  const late = await reconciler.run()
  await machine.settle()
  const after = await reconciler.run()

  expect(paused).toMatchObject({ cause: 'limit', until })
  expect([early.found, late.found, after.found]).toEqual([{}, { limit_renewed: 1 }, {}])
  expect(machine.record()).toMatchObject({ phase: 'completed', paused: null })
  expect(machine.work().execution?.receipts.map(({ outcome }) => outcome)).toEqual(['left', 'changed'])
})

test('an issue that did not change is not read again, and a finished one not watched', async () => {
  const gone = await leaveRunning()
  const machine = new Machine(gone.store)
  machine.execute = never
  const { reconciler, forgeReader } = openReconciler(machine)

  await reconciler.run()
  await machine.queue.idle()
  await reconciler.run()
  await reconciler.run()
  const whileWorking = forgeReader.read.length
  const finishing = new Machine(gone.store)
  const other = openReconciler(finishing)
  await other.reconciler.run()
  await finishing.settle()
  const reports = [await other.reconciler.run(), await other.reconciler.run()]

  expect(whileWorking).toBeLessThanOrEqual(2)
  expect(other.forgeReader.read).toEqual([7, 7])
  expect(reports.map(({ issues }) => issues)).toEqual([1, 1])
  expect(reports.map(({ found }) => found)).toEqual([{}, {}])
})

test('a repository that can not be looked at, or is on hold, is counted and nothing is put into its queues', async () => {
  const gone = await leaveRunning()
  const machine = new Machine(gone.store)
  const { reconciler, forgeReader } = openReconciler(machine)

  forgeReader.faults.push(new CountersignFault('github_unavailable', 'GitHub is away', ''))
  const away = await reconciler.run()
  machine.store.readFaults.push(new CountersignFault('on_hold', 'commit abc is not ours', ''))
  const held = await reconciler.run()

  expect([away.failed, held.failed]).toEqual([1, 1])
  expect(machine.queue.waiting()).toEqual([])
  expect(machine.logs.join('\n')).toContain('commit abc is not ours')
})

test('very many failed deliveries get a start and no more: the rest of the pass does not wait for them', async () => {
  const machine = new Machine(await leaveRunning().then((gone) => gone.store))
  const forgeReader = new FakeForgeReader(machine.store)
  const deliveries = {
    async *list() {
      yield await Promise.resolve([{ id: 1, guid: 'a', at: machine.ports.now() }])
    },
    redeliver: never,
  }
  const findStored = () => Promise.resolve(new Set<string>())
  const reconciler = new Reconciler({
    ...machine.ports,
    forgeReader,
    deliveries,
    findStored,
    lease: () => Promise.resolve(true),
  })

  const reconciling = reconciler.run()
  machine.timers.shift()?.act()

  expect(await reconciling).toMatchObject({ repositories: 1, redelivered: 0, failed: 0 })
})

function helpIn(number: number, at: string): SeenComment {
  const snapshot = { number, nodeId: 'I', title: 'x', body: '', author: 'ada', labels: [], open: true }
  const comment = { id: 99, nodeId: 'IC_99', body: '/help', writtenAt: at }
  const about = { repository, issueNumber: number, planNumber: null, key: 'comment:99', at }
  const message = { ...about, kind: 'commented' as const, issue: snapshot, comment, number, leaf: null, sender: ada }
  return { number, at, isOurs: false, message }
}

test('a command where nothing is registered counts as answered once we have commented after it', async () => {
  const machine = new Machine()
  const { reconciler, forgeReader } = openReconciler(machine)
  const asked = helpIn(12, '2026-11-21T03:00:00Z')
  const ours = { number: 12, at: '2026-11-21T03:00:05Z', isOurs: true, message: null }

  forgeReader.changed = { issues: [], comments: [asked, ours], until: null }
  const answered = await reconciler.run()
  forgeReader.changed = { issues: [], comments: [asked], until: null }
  const open = await reconciler.run()

  expect([answered.found, open.found]).toEqual([{}, { commented: 1 }])
})

test('what was answered before an issue was registered is not told again once it is', async () => {
  const machine = new Machine()
  machine.pass(minuteMs)
  machine.label()
  await machine.settle()
  const { reconciler, forgeReader } = openReconciler(machine)
  const asked = helpIn(7, '2026-11-21T03:12:10Z')
  const ours = { number: 7, at: '2026-11-21T03:12:15Z', isOurs: true, message: null }
  const plan = { ...ours, at: '2026-11-21T03:13:05Z' }

  forgeReader.changed = { issues: [], comments: [asked, ours, plan], until: null }
  const answered = await reconciler.run()
  forgeReader.changed = { issues: [], comments: [asked, plan], until: null }
  const open = await reconciler.run()

  expect([answered.found, open.found]).toEqual([{}, { commented: 1 }])
})

test('nor where the answer came within the second in which the issue was registered', async () => {
  const machine = new Machine()
  machine.pass(minuteMs)
  machine.label()
  await machine.settle()
  const { reconciler, forgeReader } = openReconciler(machine)
  const asked = helpIn(7, '2026-11-21T03:12:10Z')
  const ours = {
    number: 7,
    at: '2026-11-21T03:14:00Z',
    isOurs: true,
    op: answerOp(asked.message?.key ?? ''),
    message: null,
  }

  forgeReader.changed = { issues: [], comments: [asked, ours], until: null }
  const answered = await reconciler.run()
  forgeReader.changed = { issues: [], comments: [asked, { ...ours, op: answerOp('comment:1') }], until: null }
  const open = await reconciler.run()

  expect([answered.found, open.found]).toEqual([{}, { commented: 1 }])
})

test('a comment that was edited since it was written is not obeyed: its words may be another’s', async () => {
  const machine = new Machine()
  const { reconciler, forgeReader } = openReconciler(machine)
  forgeReader.changed = { issues: [], comments: [helpIn(12, '2026-11-21T03:00:00Z')], until: null }
  forgeReader.edited.add('IC_99')

  const report = await reconciler.run()

  expect(report.found).toEqual({})
})

test('the first pass looks back six days, the next ones to the last with some overlap, and finds what overlaps once', async () => {
  const machine = new Machine()
  const { reconciler, forgeReader } = openReconciler(machine)
  forgeReader.changed = { issues: [], comments: [helpIn(12, '2026-11-21T03:00:00Z')], until: null }

  const reports = [await reconciler.run(), await reconciler.run()]

  expect(forgeReader.since).toEqual(['2026-11-15T03:12:00.000Z', '2026-11-21T03:07:00.000Z'])
  expect(reports.map(({ found }) => found)).toEqual([{ commented: 1 }, {}])
})

test('where people asked for too much to be held at once, the next pass goes on where this one ended', async () => {
  const machine = new Machine()
  const { reconciler, forgeReader } = openReconciler(machine)
  forgeReader.changed = { issues: [], comments: [], until: '2026-11-18T00:00:00Z' }

  await reconciler.run()
  await reconciler.run()

  expect(forgeReader.since).toEqual(['2026-11-15T03:12:00.000Z', '2026-11-18T00:00:00.000Z'])
})

test.each([
  ['none', []],
  ['success', [8]],
] as const)(
  'with check.others %s, other people’s open pull requests asked for their check are %j',
  async (others, checked) => {
    const machine = new Machine()
    machine.store.configuration = buildConfiguration({ check: { others } })
    const { reconciler, forgeReader } = openReconciler(machine)
    const pull = (number: number, open: boolean) => {
      const snapshot = { number, nodeId: 'I', title: 'x', body: '', author: 'ada', labels: [], open }
      const about = { repository, issueNumber: number, planNumber: null, key: `edited:${number}`, at: '' }
      const edited = { ...about, kind: 'issue_edited' as const, issue: snapshot, sender: ada }
      return { isPull: true, snapshot, edited, closed: null }
    }
    forgeReader.changed = { issues: [pull(8, true), pull(9, false)], comments: [], until: null }

    await reconciler.run()

    expect(forgeReader.checked).toEqual(checked)
  },
)

const hourMs = 60 * minuteMs

/** A pass that has looked over everything, some time after the last change. */
async function openSettled(machine: Machine, everyMs = hourMs) {
  const opened = openReconciler(machine)
  for (let look = 1; look <= 3; look += 1) {
    machine.pass(everyMs)
    await opened.reconciler.run()
    await machine.queue.idle()
  }
  opened.forgeReader.snapshots = 0
  return opened
}

test('where nothing happened a pass only keeps the time, and looks over all of it four times a day', async () => {
  const gone = await leaveRunning()
  const machine = new Machine(gone.store)
  machine.execute = never
  const { reconciler, forgeReader } = await openSettled(machine)

  const reports = [await reconciler.run()]
  machine.pass(5 * hourMs)
  reports.push(await reconciler.run())
  const whileQuiet = forgeReader.snapshots
  machine.pass(2 * hourMs)
  reports.push(await reconciler.run())

  expect(reports.map(({ quiet, issues }) => [quiet, issues])).toEqual([
    [1, 1],
    [1, 1],
    [0, 1],
  ])
  expect([whileQuiet, forgeReader.snapshots]).toEqual([0, 1])
})

test('what is due by the clock is found where nothing happened', async () => {
  const machine = await leaveWaitingFor('ci')
  const { reconciler } = await openSettled(machine, 10 * minuteMs)
  const early = await reconciler.run()
  machine.pass(hourMs)

  const late = await reconciler.run()

  expect([early, late]).toMatchObject([
    { quiet: 1, found: {} },
    { quiet: 1, found: { ci_overdue: 1 } },
  ])
})

test.each([
  ['an issue changed', (forgeReader: FakeForgeReader) => void (forgeReader.changedAt = '2026-11-21T05:12:00Z')],
  ['somebody pushed', (forgeReader: FakeForgeReader) => void (forgeReader.pushedAt = '2026-11-21T05:12:00Z')],
  [
    'a branch of ours is gone',
    (forgeReader: FakeForgeReader) => void forgeReader.moved.set('countersign/ISS-007/1/base', null),
  ],
  ['GitHub does not show it', (forgeReader: FakeForgeReader) => void (forgeReader.isHidden = true)],
])('a repository is looked over again where %s', async (_what, change) => {
  const machine = new Machine(await leaveRunning().then(({ store }) => store))
  machine.execute = never
  const { reconciler, forgeReader } = await openSettled(machine)

  change(forgeReader)
  await reconciler.run()

  expect(forgeReader.snapshots).toBe(1)
})

test('what changed just before a look is looked for once more', async () => {
  const { reconciler, forgeReader } = await openSettled(new Machine())
  forgeReader.changedAt = '2026-11-21T06:09:00Z'

  await reconciler.run()
  await reconciler.run()

  expect(forgeReader.snapshots).toBe(2)
})

test('what happens while the repository waits for its turn is looked for by the next pass', async () => {
  const machine = new Machine()
  const { reconciler, forgeReader } = openReconciler(machine)
  const readChangeTokens = forgeReader.readChangeTokens.bind(forgeReader)
  forgeReader.readChangeTokens = () => {
    const seen = readChangeTokens()
    machine.pass(20 * minuteMs)
    return seen
  }
  forgeReader.changedAt = '2026-11-14T03:12:00Z'
  await reconciler.run()
  forgeReader.changedAt = '2026-11-21T03:20:00Z'

  await reconciler.run()

  expect(forgeReader.since).toEqual(['2026-11-21T03:07:00.000Z'])
})

test('after a long time without a look it goes no further back than the first one', async () => {
  const machine = new Machine()
  const { reconciler, forgeReader } = openReconciler(machine)
  await reconciler.run()
  machine.pass(9 * 24 * hourMs)

  await reconciler.run()

  expect(forgeReader.since).toEqual(['2026-11-15T03:12:00.000Z', '2026-11-24T03:12:00.000Z'])
})

test('a repository in which nobody ever worked, nor did anything of late, is not looked over at all', async () => {
  const { reconciler, forgeReader } = openReconciler(new Machine())
  forgeReader.changedAt = '2026-11-14T03:12:00Z'

  expect(await reconciler.run()).toMatchObject({ repositories: 1, quiet: 1 })

  expect(forgeReader.snapshots).toBe(0)
})

test('a branch that is gone pauses the work once, and says nothing more while it rests', async () => {
  const machine = await leaveWaitingFor('person')
  const { reconciler, forgeReader } = openReconciler(machine)

  const before = await reconciler.run()
  forgeReader.moved.set('countersign/ISS-007/1/T1', null)
  const gone = await reconciler.run()
  await machine.settle()
  const after = await reconciler.run()

  expect([before.found, gone.found, after.found]).toEqual([{}, { branch_deleted: 1 }, {}])
  expect(machine.record().paused?.why).toContain('was deleted')
})

test('a push of nobody knows whom waits for GitHub to say, and is then nobody’s', async () => {
  const machine = await leaveWaitingFor('person')
  const { reconciler, forgeReader } = openReconciler(machine)
  forgeReader.pusher = { kind: 'unknown' }
  forgeReader.moved.set('countersign/ISS-007/1/T1', testSha('unseen'))
  forgeReader.pushedAt = machine.ports.now()

  const soon = await reconciler.run()
  forgeReader.pushedAt = machine.ports.timeAfter(machine.ports.now(), -10 * 60_000)
  const later = await reconciler.run()

  expect([soon.found, later.found]).toEqual([{}, { pushed: 1 }])
})
