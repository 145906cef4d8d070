import { expect, test, vi } from 'vitest'
import { createHumanExecutor } from '../../../src/adapters/agents/human/create-human-executor.ts'
import { Reconciler } from '../../../src/application/reconcile/reconciler.ts'
import { buildConfiguration } from '../../support/builders.ts'
import { FakeForgeReader } from '../../support/fakes/fake-forge-reader.ts'
import { Machine } from '../../support/fakes/machine.ts'

const hourMs = 3_600_000

async function* noDeliveries(): AsyncGenerator<never[]> {}

/** A pass of a process that remembers nothing, as after a crash; what it found waits in the queue. */
async function look(machine: Machine): Promise<Record<string, number>> {
  const reconciler = new Reconciler({
    ...machine.ports,
    forgeReader: new FakeForgeReader(machine.store),
    deliveries: { list: noDeliveries, redeliver: () => Promise.resolve() },
    findStored: () => Promise.resolve(new Set<string>()),
    lease: () => Promise.resolve(true),
  })
  return (await reconciler.run()).found
}

/** The same, and what it found is done. */
async function sweep(machine: Machine): Promise<Record<string, number>> {
  const found = await look(machine)
  await machine.settle()
  return found
}

/** A machine whose only task was given to Bo, who may push. */
async function giveToBo(run: Partial<ReturnType<typeof buildConfiguration>['run']> = {}): Promise<Machine> {
  const machine = new Machine()
  machine.store.configuration = buildConfiguration({ run })
  machine.roles.set('bo', 'write')
  const executors = new Map(machine.ports.executors).set('human', createHumanExecutor())
  Object.assign(machine.ports, { executors })
  machine.label()
  await machine.settle()
  machine.say('/assign T1 @bo')
  await machine.settle()
  machine.say('/approve')
  await machine.settle()
  return machine
}

const remindersIn = ({ thread }: Machine) => thread.texts().filter((text) => text.includes('⏰'))
const nodeOf = (machine: Machine) => machine.work().execution?.nodes['T1']

test('whom a task waits for is reminded once, after the time that is configured, whichever process looks', async () => {
  const machine = await giveToBo()

  const early = await sweep(machine)
  machine.pass(72 * hourMs)
  const late = await sweep(machine)
  machine.pass(500 * hourMs)
  const after = await sweep(machine)

  expect([early, late, after]).toEqual([{}, { reminder_due: 1 }, {}])
  expect(remindersIn(machine)).toEqual([
    expect.stringMatching(/T1 waits for you, @bo.*git switch countersign\/ISS-007\/1\/T1/s),
  ])
  expect(machine.record().trail.map(({ text }) => text)).toContain('T1: bo reminded')
})

test('a reminder that was owed when the process died comes once', async () => {
  const gone = await giveToBo()
  gone.pass(72 * hourMs)
  gone.thread.post = () => new Promise(() => undefined)
  await look(gone)
  void gone.queue.idle()
  await vi.waitFor(() => expect(gone.record().waits).toMatchObject({ T1: { remind_at: null } }))
  const machine = new Machine(gone.store)
  machine.roles.set('bo', 'write')
  machine.pass(73 * hourMs)

  const found = await sweep(machine)
  await sweep(machine)

  expect(found).toEqual({ show_due: 1 })
  expect(remindersIn(machine)).toHaveLength(1)
})

test('a wait that is asked for anew begins anew, the same one does not', async () => {
  const machine = await giveToBo()
  machine.pass(72 * hourMs)
  await sweep(machine)

  machine.say('/assign T1 @ada')
  await machine.settle()
  machine.pass(72 * hourMs)
  const toAda = await sweep(machine)
  machine.say('/assign T1 @ada')
  await machine.settle()
  machine.pass(72 * hourMs)
  const again = await sweep(machine)

  expect([toAda, again]).toEqual([{ reminder_due: 1 }, {}])
  expect(remindersIn(machine).at(-1)).toContain('@ada')
})

test('nobody is reminded of paused work, nor with `remind_after_hours: 0`', async () => {
  const paused = await giveToBo()
  paused.say('/pause')
  await paused.settle()
  paused.pass(100 * hourMs)
  const never = await giveToBo({ remind_after_hours: 0 })
  never.pass(10_000 * hourMs)

  const found = [await sweep(paused), await sweep(never)]
  paused.say('/resume')
  await paused.settle()

  expect(found).toEqual([{}, {}])
  expect(await sweep(paused)).toEqual({ reminder_due: 1 })
})

test('who may not push any more does not keep the task: whoever approved the plan is asked, once', async () => {
  const machine = await giveToBo()
  machine.roles.set('bo', 'read')

  const found = await sweep(machine)
  const after = await sweep(machine)

  expect([found, after]).toEqual([{ executor_left: 1 }, {}])
  expect(nodeOf(machine)).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: {
      kind: 'assignment',
      who: ['ada'],
      what: expect.stringContaining('`@bo` has only the role `read` here'),
    },
  })
  expect(machine.thread.texts().filter((text) => text.includes('Nobody does T1 any more'))).toHaveLength(1)
})

test('where another is to take over, they do', async () => {
  const machine = await giveToBo({ fallback: ['patch'] })
  machine.roles.delete('bo')

  await sweep(machine)

  expect(machine.record().phase).toBe('completed')
  expect(machine.record().trail.map(({ text }) => text)).toContain('T1: given to patch, as @bo could not begin')
})

test('a judgement that nobody gives goes to a team as well, once; who was asked before stays asked', async () => {
  const machine = new Machine()
  const review = { reviewers: ['cy', 'dee'], escalate_to: 'acme/leads', escalate_after_hours: 24 }
  machine.store.configuration = buildConfiguration({ review })
  machine.openReviews = { cy: 4 }
  machine.review = ({ criteria }) =>
    Promise.resolve({ results: [], waiting: criteria.map(({ id }) => ({ criterion: id, for: 'person' as const })) })
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.settle()

  machine.pass(23 * hourMs)
  const early = await sweep(machine)
  machine.pass(hourMs)
  const late = await sweep(machine)
  machine.pass(20 * hourMs)
  const after = await sweep(machine)

  expect([early, late, after]).toEqual([{}, { escalation_due: 1 }, {}])
  expect(machine.thread.texts().filter((text) => text.includes('⏫'))).toEqual([
    expect.stringMatching(/@acme\/leads, T1 waits for a judgement.*Asked before: dee\./s),
  ])
  expect(machine.pulls.calls.filter((call) => call.startsWith('requestReviewers'))).toEqual([
    expect.stringMatching(/ dee$/),
    expect.stringMatching(/ acme\/leads$/),
  ])
})
