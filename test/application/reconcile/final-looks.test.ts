import { expect, test } from 'vitest'
import { Reconciler } from '../../../src/application/reconcile/reconciler.ts'
import { FakeForgeReader } from '../../support/fakes/fake-forge-reader.ts'
import { Machine } from '../../support/fakes/machine.ts'
import { testSha } from '../../support/builders.ts'

async function* noDeliveries(): AsyncGenerator<never[]> {}

/** One task, approved, whose final pull request is open. */
async function complete(): Promise<Machine> {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.settle()
  return machine
}

/** Sweeps of one process: `push` moves the default branch. */
function sweeps(machine: Machine) {
  const forgeReader = new FakeForgeReader(machine.store)
  const reconciler = new Reconciler({
    ...machine.ports,
    forgeReader,
    deliveries: { list: noDeliveries, redeliver: () => Promise.resolve() },
    findStored: () => Promise.resolve(new Set<string>()),
    lease: () => Promise.resolve(true),
  })
  return {
    push(head: string) {
      forgeReader.defaultHead = testSha(head)
      forgeReader.pushedAt = machine.ports.now()
    },
    async run() {
      const { found } = await reconciler.run()
      await machine.settle()
      return found
    },
  }
}

test('a default branch that moves into the way of a final pull request is told there once, with what to do', async () => {
  const machine = await complete()
  const sweep = sweeps(machine)
  const before = await sweep.run()
  machine.workspace.merged = { kind: 'conflict', paths: ['docs/a.md'] }
  sweep.push('a fix on main')

  const found = await sweep.run()
  sweep.push('one more')
  const again = await sweep.run()

  expect([before, found, again]).toEqual([{}, { final_looked_at: 1 }, {}])
  expect(machine.record()).toMatchObject({
    label: 'countersign: needs you',
    final_pull_request: { state: 'open', conflict: { paths: ['docs/a.md'], more: 0 } },
  })
  const told = machine.thread.texts().filter((text) => text.includes('**This conflicts with `main`**'))
  expect(told).toEqual([expect.stringMatching(/which has changed `docs\/a.md`.*@ada: `\/replan` in \[the issue\]/s)])
  const status = machine.thread.texts().find((text) => text.includes('#7 is approved, and conflicts with main'))
  expect(status).toMatch(/main has changed `docs\/a.md`, too.*`\/replan`/s)
})

test('once git can merge it again, it is ready again', async () => {
  const machine = await complete()
  const sweep = sweeps(machine)
  machine.workspace.merged = { kind: 'conflict', paths: ['docs/a.md'] }
  await sweep.run()
  machine.workspace.merged = { kind: 'clean', changes: [] }
  sweep.push('main takes it back')

  const found = await sweep.run()

  expect(found).toEqual({ final_looked_at: 1 })
  expect(machine.record().label).toBe('countersign: ready')
  expect(machine.record().final_pull_request).not.toHaveProperty('conflict')
})
