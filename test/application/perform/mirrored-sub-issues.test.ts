import { expect, test } from 'vitest'
import { ada, Machine } from '../../support/fakes/machine.ts'

test('a person who closes or reopens a sub-issue changes nothing and hears nothing', async () => {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  const before = machine.work()
  const requests = machine.thread.requests.length

  machine.send({ kind: 'issue_left', how: 'closed', sender: ada }, { issueNumber: 12, planNumber: null })
  machine.send({ kind: 'issue_reopened', sender: ada }, { issueNumber: 12, planNumber: null })
  await machine.settle()

  expect(machine.work()).toEqual(before)
  expect(machine.store.work(12).record).toBeNull()
  expect(machine.thread.requests).toHaveLength(requests)
  expect(machine.mirror.calls).toEqual([])
})
