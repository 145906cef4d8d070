import { expect, test } from 'vitest'
import { steerIssue } from '../../src/application/steer-issue.ts'
import type { Steering } from '../../src/domain/work/steering.ts'
import { ada, eve, Machine, repository } from '../support/fakes/machine.ts'

async function waitingForReview(): Promise<Machine> {
  const machine = new Machine()
  machine.review = ({ criteria }) =>
    Promise.resolve({ results: [], waiting: criteria.map(({ id }) => ({ criterion: id, for: 'person', why: '' })) })
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.settle()
  return machine
}

async function steer(machine: Machine, steering: Steering, { by = ada, id = 'request 1' } = {}): Promise<void> {
  await steerIssue(machine.ports, repository, 7, { steering, by: { login: by.login, id: by.id }, id })
  await machine.settle()
}

test('a program pauses, resumes and stops the work in the name of a person', async () => {
  const machine = await waitingForReview()

  await steer(machine, { kind: 'pause' }, { id: 'one' })
  expect(machine.record().paused).toMatchObject({ by: 'ada', why: 'paused by @ada' })
  expect(machine.thread.texts().at(-1)).toContain('paused by')

  await steer(machine, { kind: 'resume' }, { id: 'two' })
  expect(machine.record().paused).toBeNull()

  await steer(machine, { kind: 'stop', why: 'not now' }, { id: 'three' })
  expect(machine.record()).toMatchObject({ phase: 'stopped', stopped: { by: 'ada', why: 'not now' } })
})

test('the same request comes to something once', async () => {
  const machine = await waitingForReview()
  await steer(machine, { kind: 'pause' }, { id: 'one' })
  await steer(machine, { kind: 'resume' }, { id: 'two' })

  await steer(machine, { kind: 'pause' }, { id: 'one' })

  expect(machine.record().paused).toBeNull()
})

test('it takes the role that the command takes; a refusal is not said in the thread', async () => {
  const machine = await waitingForReview()
  machine.roles.set('eve', 'triage')
  const texts = machine.thread.texts().length

  await steer(machine, { kind: 'pause' }, { by: eve })

  expect([machine.record().paused, machine.thread.texts().length]).toEqual([null, texts])
})
