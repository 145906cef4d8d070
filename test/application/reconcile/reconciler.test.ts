import { expect, test } from 'vitest'
import { CountersignFault } from '../../../src/application/fault.ts'
import type { SeenComment } from '../../../src/application/ports/forge/lookout.ts'
import { Sweep } from '../../../src/application/reconcile/sweep.ts'
import { testSha } from '../../support/builders.ts'
import { FakeLookout } from '../../support/fakes/fake-lookout.ts'
import { ada, Machine, repository } from '../../support/fakes/machine.ts'

const minuteMs = 60_000
const never = () => new Promise<never>(() => undefined)

async function* noDeliveries(): AsyncGenerator<never[]> {}

function openSweep(machine: Machine): { sweep: Sweep; lookout: FakeLookout } {
  const lookout = new FakeLookout(machine.store)
  const deliveries = { list: noDeliveries, redeliver: () => Promise.resolve() }
  const findStored = () => Promise.resolve(new Set<string>())
  const lease = () => Promise.resolve(true)
  return { sweep: new Sweep({ ...machine.ports, lookout, deliveries, findStored, lease }), lookout }
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
  const { sweep } = openSweep(machine)

  const report = await sweep.run()
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
  const { sweep } = openSweep(machine)

  const report = await sweep.run()
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
  const { sweep } = openSweep(machine)

  const report = await sweep.run()

  expect(report.found).toEqual({})
})

test('CI that is late is asked about by the sweep where the process that waited for it is gone', async () => {
  const gone = await leaveWaitingFor('ci')
  const machine = new Machine(gone.store)
  const { sweep } = openSweep(machine)

  const early = await sweep.run()
  machine.pass(24 * 60 * minuteMs)
  const late = await sweep.run()
  await machine.settle()
  const after = await sweep.run()

  expect([early.found, late.found, after.found]).toEqual([{}, { ci_overdue: 1 }, {}])
  expect(machine.work().execution?.nodes['C1']).toMatchObject({ state: 'WAITING_EXTERNAL' })
})

test('an issue that did not change is not read again, and a finished one not watched', async () => {
  const gone = await leaveRunning()
  const machine = new Machine(gone.store)
  machine.execute = never
  const { sweep, lookout } = openSweep(machine)

  await sweep.run()
  await machine.queue.idle()
  await sweep.run()
  await sweep.run()
  const whileWorking = lookout.read.length
  const finishing = new Machine(gone.store)
  const other = openSweep(finishing)
  await other.sweep.run()
  await finishing.settle()
  const reports = [await other.sweep.run(), await other.sweep.run()]

  expect(whileWorking).toBeLessThanOrEqual(2)
  expect(other.lookout.read).toEqual([7, 7])
  expect(reports.map(({ issues }) => issues)).toEqual([1, 1])
  expect(reports.map(({ found }) => found)).toEqual([{}, {}])
})

test('a repository that can not be looked at, or is on hold, is counted and nothing is put into its queues', async () => {
  const gone = await leaveRunning()
  const machine = new Machine(gone.store)
  const { sweep, lookout } = openSweep(machine)

  lookout.faults.push(new CountersignFault('github_unavailable', 'GitHub is away', ''))
  const away = await sweep.run()
  machine.store.readFaults.push(new CountersignFault('on_hold', 'commit abc is not ours', ''))
  const held = await sweep.run()

  expect([away.failed, held.failed]).toEqual([1, 1])
  expect(machine.queue.waiting()).toEqual([])
  expect(machine.logs.join('\n')).toContain('commit abc is not ours')
})

test('very many failed deliveries get a start and no more: the rest of the sweep does not wait for them', async () => {
  const machine = new Machine(await leaveRunning().then((gone) => gone.store))
  const lookout = new FakeLookout(machine.store)
  const deliveries = {
    async *list() {
      yield await Promise.resolve([{ id: 1, guid: 'a', at: machine.ports.now() }])
    },
    redeliver: never,
  }
  const findStored = () => Promise.resolve(new Set<string>())
  const sweep = new Sweep({ ...machine.ports, lookout, deliveries, findStored, lease: () => Promise.resolve(true) })

  const sweeping = sweep.run()
  machine.timers.shift()?.act()

  expect(await sweeping).toMatchObject({ repositories: 1, redelivered: 0, failed: 0 })
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
  const { sweep, lookout } = openSweep(machine)
  const asked = helpIn(12, '2026-11-21T03:00:00Z')
  const ours = { number: 12, at: '2026-11-21T03:00:05Z', isOurs: true, message: null }

  lookout.changed = { issues: [], comments: [asked, ours], until: null }
  const answered = await sweep.run()
  lookout.changed = { issues: [], comments: [asked], until: null }
  const open = await sweep.run()

  expect([answered.found, open.found]).toEqual([{}, { commented: 1 }])
})

test('what was answered before an issue was registered is not told again once it is', async () => {
  const machine = new Machine()
  machine.pass(minuteMs)
  machine.label()
  await machine.settle()
  const { sweep, lookout } = openSweep(machine)
  const asked = helpIn(7, '2026-11-21T03:12:10Z')
  const ours = { number: 7, at: '2026-11-21T03:12:15Z', isOurs: true, message: null }
  const plan = { ...ours, at: '2026-11-21T03:13:05Z' }

  lookout.changed = { issues: [], comments: [asked, ours, plan], until: null }
  const answered = await sweep.run()
  lookout.changed = { issues: [], comments: [asked, plan], until: null }
  const open = await sweep.run()

  expect([answered.found, open.found]).toEqual([{}, { commented: 1 }])
})

test('a comment that was edited since it was written is not obeyed: its words may be another’s', async () => {
  const machine = new Machine()
  const { sweep, lookout } = openSweep(machine)
  lookout.changed = { issues: [], comments: [helpIn(12, '2026-11-21T03:00:00Z')], until: null }
  lookout.edited.add('IC_99')

  const report = await sweep.run()

  expect(report.found).toEqual({})
})

test('the first sweep looks back six days, the next ones to the last with some overlap, and finds what overlaps once', async () => {
  const machine = new Machine()
  const { sweep, lookout } = openSweep(machine)
  lookout.changed = { issues: [], comments: [helpIn(12, '2026-11-21T03:00:00Z')], until: null }

  const reports = [await sweep.run(), await sweep.run()]

  expect(lookout.since).toEqual(['2026-11-15T03:12:00.000Z', '2026-11-21T03:07:00.000Z'])
  expect(reports.map(({ found }) => found)).toEqual([{ commented: 1 }, {}])
})

test('where people asked for too much to be held at once, the next sweep goes on where this one ended', async () => {
  const machine = new Machine()
  const { sweep, lookout } = openSweep(machine)
  lookout.changed = { issues: [], comments: [], until: '2026-11-18T00:00:00Z' }

  await sweep.run()
  await sweep.run()

  expect(lookout.since).toEqual(['2026-11-15T03:12:00.000Z', '2026-11-18T00:00:00.000Z'])
})

const hourMs = 60 * minuteMs

/** A sweep that has looked over everything, some time after the last change. */
async function openSettled(machine: Machine, everyMs = hourMs) {
  const opened = openSweep(machine)
  for (let look = 1; look <= 3; look += 1) {
    machine.pass(everyMs)
    await opened.sweep.run()
    await machine.queue.idle()
  }
  opened.lookout.surveys = 0
  return opened
}

test('where nothing happened a sweep only keeps the time, and looks over all of it four times a day', async () => {
  const gone = await leaveRunning()
  const machine = new Machine(gone.store)
  machine.execute = never
  const { sweep, lookout } = await openSettled(machine)

  const reports = [await sweep.run()]
  machine.pass(5 * hourMs)
  reports.push(await sweep.run())
  const whileQuiet = lookout.surveys
  machine.pass(2 * hourMs)
  reports.push(await sweep.run())

  expect(reports.map(({ quiet, issues }) => [quiet, issues])).toEqual([
    [1, 1],
    [1, 1],
    [0, 1],
  ])
  expect([whileQuiet, lookout.surveys]).toEqual([0, 1])
})

test('what is due by the clock is found where nothing happened', async () => {
  const machine = await leaveWaitingFor('ci')
  const { sweep } = await openSettled(machine, 10 * minuteMs)
  const early = await sweep.run()
  machine.pass(hourMs)

  const late = await sweep.run()

  expect([early, late]).toMatchObject([
    { quiet: 1, found: {} },
    { quiet: 1, found: { ci_overdue: 1 } },
  ])
})

test.each([
  ['an issue changed', (lookout: FakeLookout) => void (lookout.changedAt = '2026-11-21T05:12:00Z')],
  ['somebody pushed', (lookout: FakeLookout) => void (lookout.pushedAt = '2026-11-21T05:12:00Z')],
  ['a branch of ours is gone', (lookout: FakeLookout) => void lookout.moved.set('countersign/ISS-007/1/base', null)],
  ['GitHub does not show it', (lookout: FakeLookout) => void (lookout.isHidden = true)],
])('a repository is looked over again where %s', async (_what, change) => {
  const machine = new Machine(await leaveRunning().then(({ store }) => store))
  machine.execute = never
  const { sweep, lookout } = await openSettled(machine)

  change(lookout)
  await sweep.run()

  expect(lookout.surveys).toBe(1)
})

test('what changed just before a look is looked for once more', async () => {
  const { sweep, lookout } = await openSettled(new Machine())
  lookout.changedAt = '2026-11-21T06:09:00Z'

  await sweep.run()
  await sweep.run()

  expect(lookout.surveys).toBe(2)
})

test('what happens while the repository waits for its turn is looked for by the next sweep', async () => {
  const machine = new Machine()
  const { sweep, lookout } = openSweep(machine)
  const glance = lookout.glance.bind(lookout)
  lookout.glance = () => {
    const seen = glance()
    machine.pass(20 * minuteMs)
    return seen
  }
  lookout.changedAt = '2026-11-14T03:12:00Z'
  await sweep.run()
  lookout.changedAt = '2026-11-21T03:20:00Z'

  await sweep.run()

  expect(lookout.since).toEqual(['2026-11-21T03:07:00.000Z'])
})

test('after a long time without a look it goes no further back than the first one', async () => {
  const machine = new Machine()
  const { sweep, lookout } = openSweep(machine)
  await sweep.run()
  machine.pass(9 * 24 * hourMs)

  await sweep.run()

  expect(lookout.since).toEqual(['2026-11-15T03:12:00.000Z', '2026-11-24T03:12:00.000Z'])
})

test('a repository in which nobody ever worked, nor did anything of late, is not looked over at all', async () => {
  const { sweep, lookout } = openSweep(new Machine())
  lookout.changedAt = '2026-11-14T03:12:00Z'

  expect(await sweep.run()).toMatchObject({ repositories: 1, quiet: 1 })

  expect(lookout.surveys).toBe(0)
})

test('a branch that is gone pauses the work once, and says nothing more while it rests', async () => {
  const machine = await leaveWaitingFor('person')
  const { sweep, lookout } = openSweep(machine)

  const before = await sweep.run()
  lookout.moved.set('countersign/ISS-007/1/T1', null)
  const gone = await sweep.run()
  await machine.settle()
  const after = await sweep.run()

  expect([before.found, gone.found, after.found]).toEqual([{}, { branch_deleted: 1 }, {}])
  expect(machine.record().paused?.why).toContain('was deleted')
})

test('a push of nobody knows whom waits for GitHub to say, and is then nobody’s', async () => {
  const machine = await leaveWaitingFor('person')
  const { sweep, lookout } = openSweep(machine)
  lookout.pusher = { kind: 'unknown' }
  lookout.moved.set('countersign/ISS-007/1/T1', testSha('unseen'))
  lookout.pushedAt = machine.ports.now()

  const soon = await sweep.run()
  lookout.pushedAt = machine.ports.timeAfter(machine.ports.now(), -10 * 60_000)
  const later = await sweep.run()

  expect([soon.found, later.found]).toEqual([{}, { pushed: 1 }])
})
