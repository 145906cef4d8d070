import { expect, test } from 'vitest'
import type { NoticeMessage, Notices } from '../../src/application/ports/notices.ts'
import { CountersignFault } from '../../src/application/fault.ts'
import { noticeEventNames } from '../../src/domain/effects/notice.ts'
import { performRunEffect } from '../../src/application/perform/runs/perform-run-effect.ts'
import { buildConfiguration, buildRecord, testSha } from '../support/builders.ts'
import { Machine, repository } from '../support/fakes/machine.ts'

/** Who is told, with what they took; `quietMs` and `failing` are set by tests. */
class FakeNotices implements Notices {
  readonly plan = { webhook: noticeEventNames }
  readonly taken: NoticeMessage[] = []
  quiet = 0
  failing = 0
  quietMs(): number {
    return this.quiet
  }
  send(_to: string, message: NoticeMessage): Promise<void> {
    if (this.failing > 0) {
      this.failing -= 1
      return Promise.reject(new CountersignFault('notice_undelivered', 'the message was answered with 500', ''))
    }
    this.taken.push(message)
    return Promise.resolve()
  }
}

function startMachine(notices: FakeNotices, store?: Machine['store']): Machine {
  const machine = new Machine(store)
  Object.assign(machine.ports, { notices })
  return machine
}

test('from the label to the end, each thing is told once, and by no later process again', async () => {
  const notices = new FakeNotices()
  const machine = startMachine(notices)
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.settle()
  const told = notices.taken.map(({ event }) => event)

  const restarted = startMachine(notices, machine.store)
  restarted.say('/status')
  await restarted.settle()

  expect(told).toEqual(['plan_ready', 'waiting'])
  expect(notices.taken).toHaveLength(2)
  expect(machine.record().outbox.filter(({ action }) => action.kind === 'tell')).toEqual([])
})

test('what is not taken is sent again under the same name', async () => {
  const notices = new FakeNotices()
  notices.failing = 2
  const machine = startMachine(notices)

  machine.label()
  await machine.settle()

  expect(notices.taken.map(({ event }) => event)).toEqual(['plan_ready'])
})

test('in quiet hours it waits for their end', async () => {
  const notices = new FakeNotices()
  notices.quiet = 3_600_000
  const machine = startMachine(notices)
  const notice = { event: 'plan_ready' as const, key: 'plan_ready:x', task: null, who: [], what: '', url: null }
  const owed = {
    op: 'ISS-007/9',
    since: machine.ports.now(),
    action: { kind: 'tell' as const, to: 'webhook' as const, notice },
  }
  const place = {
    repository,
    work: { record: buildRecord(), plan: null, execution: null, loop: null },
    configuration: buildConfiguration(),
    defaultBranch: { name: 'main', sha: testSha('main') },
  }
  const how = { signal: new AbortController().signal, isUntried: true, deferrals: 0 }

  const early = await performRunEffect(machine.ports, place, owed, how)
  notices.quiet = 0
  const late = await performRunEffect(machine.ports, place, owed, how)

  expect([early, late]).toEqual([
    { kind: 'waits_for_job', delayMs: 3_600_000 },
    [{ kind: 'effect_done', op: 'ISS-007/9' }],
  ])
  expect(notices.taken).toHaveLength(1)
})
