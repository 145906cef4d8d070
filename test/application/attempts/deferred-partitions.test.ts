import { expect, test } from 'vitest'
import type { RepositoryRef } from '../../../src/application/repository-ref.ts'
import { findDeferralMs, DeferredPartitions } from '../../../src/application/attempts/deferred-partitions.ts'
import type { Message } from '../../../src/application/ports/queues/message.ts'

const repository: RepositoryRef = { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 1 }

function openPartitions(tell?: () => Promise<void>) {
  const told: Message[] = []
  const timers: { ms: number; act: () => void }[] = []
  const logs: string[] = []
  const partitions = new DeferredPartitions({
    enqueue: tell ?? (async (messages) => void told.push(...messages)),
    later: (ms, act) => void timers.push({ ms, act }),
    now: () => '2026-11-21T03:12:00.000Z',
    log: (level, message) => void logs.push(`${level} ${message}`),
  })
  const defer = (issueNumber: number, deferrals = 0) =>
    partitions.defer({ repository, issueNumber, deferrals, why: 'GitHub does not answer' })
  return { partitions, defer, told, timers, logs }
}

test('it waits a minute, then two, then five, and no longer however often', () => {
  expect([0, 1, 2, 3, 500].map((deferrals) => findDeferralMs(deferrals) / 60_000)).toEqual([1, 2, 5, 5, 5])
})

test('an issue is told once its time has come, and how often it was deferred by then', () => {
  const { defer, told, timers } = openPartitions()

  defer(7, 1)
  const before = told.length
  timers[0]?.act()

  expect([before, timers.map(({ ms }) => ms)]).toEqual([0, [120_000]])
  expect(told).toMatchObject([{ kind: 'show_due', issueNumber: 7, deferrals: 2 }])
})

test('one that waits already is told once', () => {
  const { defer, timers } = openPartitions()

  defer(7)
  defer(7)

  expect(timers).toHaveLength(1)
})

test('at a sign that the outage is over all are told at once, and not again when their time comes', () => {
  const { partitions, defer, told, timers } = openPartitions()
  defer(7)
  defer(8)

  partitions.expedite()
  for (const { act } of timers) act()

  expect(told.map(({ issueNumber }) => issueNumber)).toEqual([7, 8])
})

test('what is deferred once more after that waits its own time', () => {
  const { partitions, defer, told, timers } = openPartitions()
  defer(7, 2)
  partitions.expedite()
  defer(7, 3)

  timers[0]?.act()
  const early = told.length
  timers[1]?.act()

  expect(early).toBe(1)
  expect(told.map(({ deferrals }) => deferrals)).toEqual([3, 4])
})

test('closed, it tells nobody, whatever is deferred afterwards', () => {
  const { partitions, defer, told, timers } = openPartitions()
  defer(7)

  partitions.close()
  defer(8)
  partitions.expedite()
  for (const { act } of timers) act()

  expect(told).toEqual([])
})

test('of many issues at once one line of the log tells', () => {
  const { defer, logs } = openPartitions()

  for (let issue = 1; issue <= 100; issue += 1) defer(issue)

  expect(logs.filter((line) => line.startsWith('warn'))).toHaveLength(1)
})

test('after the end of the process nobody is told; the reconciler finds it', () => {
  const { partitions, defer, told, timers } = openPartitions()
  defer(7)

  partitions.close()
  timers[0]?.act()

  expect(told).toEqual([])
})
