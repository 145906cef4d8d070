import { beforeEach, expect, test } from 'vitest'
import { recordRepair } from '../../../src/application/doctor/record-repair.ts'
import type { WorkEventBody } from '../../../src/domain/work/draft/work-event.ts'
import { Machine, repository } from '../../support/fakes/machine.ts'
import { actor } from '../../support/work/play-work.ts'

const shown: WorkEventBody = {
  kind: 'comment_shown',
  op: 'mended',
  which: 'plan',
  plan_id: 'SOL-ISS-007-1',
  id: 900,
  node_id: 'IC_900',
}

let machine: Machine

beforeEach(async () => {
  machine = new Machine()
  machine.label()
  await machine.settle()
})

test('the state knows the comment that was posted again, in one commit', async () => {
  const before = machine.store.commits.length

  await recordRepair(machine.ports, repository, 7, [shown])

  expect(machine.record().plan_comment).toEqual({ plan_id: 'SOL-ISS-007-1', id: 900, node_id: 'IC_900' })
  expect(machine.store.commits.slice(before)).toMatchObject([{ lines: ['comment shown'] }])
})

test('without anything to tell, nothing is written', async () => {
  const before = machine.store.commits.length

  await recordRepair(machine.ports, repository, 7, [])
  await recordRepair(machine.ports, repository, 7, [{ kind: 'issue_reopened', by: actor() }])

  expect(machine.store.commits).toHaveLength(before)
})

test('somebody else’s commit in between only delays it', async () => {
  machine.store.interferences.push(() => machine.store.overtake())

  await recordRepair(machine.ports, repository, 7, [shown])

  expect(machine.record().plan_comment?.id).toBe(900)
})

test('a branch that keeps moving is a fault that passes', async () => {
  for (let tries = 0; tries < 20; tries += 1) machine.store.interferences.push(() => machine.store.overtake())

  await expect(recordRepair(machine.ports, repository, 7, [shown])).rejects.toMatchObject({
    code: 'state_busy',
    retry: 'later',
  })
})
