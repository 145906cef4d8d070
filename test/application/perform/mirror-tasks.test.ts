import { expect, test } from 'vitest'
import { buildConfiguration } from '../../support/builders.ts'
import { Machine } from '../../support/fakes/machine.ts'

const tasks = [
  { id: 'T1', path: 'docs/one.txt', content: 'one' },
  { id: 'T2', path: 'docs/two.txt', content: 'two' },
]

/** A machine that mirrors tasks, with a plan of two proposed. */
async function planned(mirror: { sub_issues: boolean; dependencies: boolean }): Promise<Machine> {
  const machine = new Machine()
  machine.store.configuration = buildConfiguration({ mirror })
  machine.label(tasks)
  await machine.settle()
  return machine
}

test('a plan that nobody approved has no sub-issues; an approved one has one for each task', async () => {
  const machine = await planned({ sub_issues: true, dependencies: true })
  expect(machine.mirror.calls).toEqual([])

  machine.say('/approve', undefined, tasks)
  await machine.settle()

  const last = machine.mirror.calls.at(-1)
  expect(last?.wanted.map(({ task, closedAs }) => [task, closedAs])).toEqual([
    ['SOL-ISS-007-1/T1', 'completed'],
    ['SOL-ISS-007-1/T2', 'completed'],
  ])
  expect(Object.keys(machine.record().mirrored)).toEqual(['SOL-ISS-007-1/T1', 'SOL-ISS-007-1/T2'])
})

test.each([
  [true, [[], []]],
  [false, [null, null]],
])('dependencies are left to people where the configuration says so: %s', async (dependencies, blockedBy) => {
  const machine = await planned({ sub_issues: true, dependencies })

  machine.say('/approve', undefined, tasks)
  await machine.settle()

  expect(machine.mirror.calls.at(-1)?.wanted.map((task) => task.blockedBy)).toEqual(blockedBy)
})

test('what changes nothing of the tasks is not mirrored again', async () => {
  const machine = await planned({ sub_issues: true, dependencies: true })
  machine.say('/approve', undefined, tasks)
  await machine.settle()
  const before = machine.mirror.calls.length

  machine.say('/status', undefined, tasks)
  await machine.settle()

  expect(machine.mirror.calls).toHaveLength(before)
})

test('a sub-issue names who its task was given to', async () => {
  const machine = await planned({ sub_issues: true, dependencies: true })
  machine.execute = () => new Promise(() => {})
  machine.say('/approve', undefined, tasks)
  await machine.queue.idle()

  machine.say('/assign T1 @ada', undefined, tasks)
  await machine.queue.idle()

  const bodies = machine.mirror.calls.at(-1)?.wanted.map(({ body }) => /, by (.*?)\.$/m.exec(body)?.[1])
  expect(bodies).toEqual(['ada', 'a patch in the plan'])
})

test('once another plan is proposed, none of its tasks is wanted yet', async () => {
  const machine = await planned({ sub_issues: true, dependencies: true })
  machine.say('/approve', undefined, tasks)
  await machine.settle()

  machine.say('/replan', undefined, [...tasks, { id: 'T3', path: 'docs/three.txt', content: 'three' }])
  await machine.settle()

  expect(machine.record().plan_id).toBe('SOL-ISS-007-2')
  expect(machine.mirror.calls.at(-1)?.wanted).toEqual([])
})
