import { expect, test } from 'vitest'
import { CountersignFault } from '../../../../src/application/fault.ts'
import type { Queues } from '../../../../src/application/ports/queues/queues.ts'
import { mayDatabaseReturn } from '../../../../src/entrypoints/server/outside/may-database-return.ts'
import { watchDatabase } from '../../../../src/entrypoints/server/outside/watch-database.ts'

const startMs = Date.parse('2026-11-21T03:12:00.000Z')

/** What Postgres or the network throws. */
const coded = (code: string, message = 'canary') => Object.assign(new Error(message), { code })
const unavailable = (cause: Error) => new CountersignFault('database_unavailable', 'no answer', '', cause)

test.each([
  ['a refused connection', unavailable(coded('ECONNREFUSED')), true],
  ['a name that is not found', unavailable(coded('ENOTFOUND')), true],
  ['a broken pipe', coded('EPIPE'), true],
  ['a server that starts', unavailable(coded('57P03')), true],
  ['a server without free connections', coded('53300'), true],
  ['a server that takes no writes', coded('25006'), true],
  ['a connection that ended, without a code', new Error('Connection terminated unexpectedly'), true],
  ['a wrong password', unavailable(coded('28P01')), false],
  ['a database that is not there', unavailable(coded('3D000')), false],
  ['a right that is missing', coded('42501'), false],
  ['a folder that another process has', new CountersignFault('database_locked', 'in use', ''), false],
  ['a mistake of ours', new TypeError('undefined is no function'), false],
])('%s may end by itself: %s', (_, error, may) => {
  expect(mayDatabaseReturn(error)).toBe(may)
})

function openWatch(countWaiting: () => Promise<number>) {
  const lines: string[] = []
  const log = (level: string) => (details: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(details)}`)
  const clock = { nowMs: startMs }
  const watch = watchDatabase(
    { warn: log('warn'), info: log('info') } as Parameters<typeof watchDatabase>[0],
    () => clock.nowMs,
  )
  let ended = 0
  watch.onEnd(() => (ended += 1))
  const { inbox } = watch.watchQueues({ inbox: { countWaiting }, runs: {}, heads: null } as unknown as Queues)
  return { watch, lines, clock, inbox, countEnds: () => ended }
}

test('a database that is away is a line when it begins and one when it ends, and every fault of it is known', async () => {
  let answers = false
  const { watch, lines, clock, inbox, countEnds } = openWatch(() =>
    answers ? Promise.resolve(0) : Promise.reject(unavailable(coded('ECONNREFUSED', 'connect ECONNREFUSED ::1:5432'))),
  )

  for (let times = 0; times < 100; times += 1) {
    const fault: unknown = await inbox.countWaiting().catch((error: unknown) => error)
    expect(watch.knows(new Error('not recorded', { cause: fault }))).toBe(true)
    clock.nowMs += 2_000
  }
  const since = watch.findSinceMs()
  answers = true
  clock.nowMs -= 1_500
  await inbox.countWaiting()
  const early = lines.length
  clock.nowMs += 1_500
  await inbox.countWaiting()
  await inbox.countWaiting()

  expect([since, early, watch.findSinceMs(), countEnds()]).toEqual([startMs, 1, undefined, 1])
  expect(lines).toEqual([
    'warn the database does not answer: webhooks are answered with 503, and nothing is worked on until it does {"since":"2026-11-21T03:12:00.000Z","why":"connect ECONNREFUSED ::1:5432"}',
    'info the database answers: what waited goes on {"since":"2026-11-21T03:12:00.000Z","minutes":3}',
  ])
})

test('a statement that Postgres refuses is no outage, and is told with where it stood', async () => {
  const { watch, lines, inbox } = openWatch(() => Promise.reject(coded('42P01')))

  const fault: unknown = await inbox.countWaiting().catch((error: unknown) => error)

  expect([watch.knows(fault), lines]).toEqual([false, []])
})
