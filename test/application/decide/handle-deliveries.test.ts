import { expect, test } from 'vitest'
import { DeliveryHandler, type ReadDelivery } from '../../../src/application/decide/handle-deliveries.ts'
import type { Claim, InboxRow, RowOutcome } from '../../../src/application/ports/queues/inbox.ts'
import type { Message } from '../../../src/application/ports/queues/message.ts'
import { buildDelivery } from '../../support/build-delivery.ts'

const repository = { key: 'octo-org/widgets', owner: 'octo-org', name: 'widgets', installationId: 1 }
const done: RowOutcome = { kind: 'done' }
const later: RowOutcome = { kind: 'later', delayMs: 2_000, why: 'GitHub is away' }
const dead: RowOutcome = { kind: 'dead', why: 'it is no use' }

function showDue(issueNumber: number): Message {
  return { repository, issueNumber, planNumber: null, key: `due ${issueNumber}`, at: '', kind: 'show_due' }
}

function buildRow(row: number, attempts = 1): InboxRow {
  return { row, attempts, deferrals: 0, delivery: buildDelivery(String(row)) }
}

/** The partition of issue 7, as it is claimed. */
function buildClaim(rows: InboxRow[], news: Partial<Claim> = {}): Claim {
  const partition = 'octo-org/widgets#7'
  return { partition, repository, rows, wasElsewhere: false, wasChanged: false, wasAbandoned: false, ...news }
}

/** A handler of rows that mean what `meanings` says, by row; nothing leaves its queue by itself. */
function startHandler(meanings: Record<number, ReadDelivery>) {
  const queued: { key: string; message: Message }[] = []
  const installed: string[] = []
  const told: Message[] = []
  const forgotten: string[] = []
  const unused = () => Promise.reject(new Error('not asked for here'))
  const handler = new DeliveryHandler({
    read: ({ row }) => meanings[row] ?? { unreadable: 'no such row' },
    messages: {
      push: (key, message) => void queued.push({ key, message }),
      peek: () => [],
      start: () => undefined,
      idle: unused,
      rest: unused,
      expedite: () => undefined,
      close: unused,
    },
    enqueue: async (messages) => void told.push(...messages),
    installed: async ({ key }) => void installed.push(key),
    forgetRepository: ({ key }) => void forgotten.push(key),
    forgetPartition: (partition) => void forgotten.push(partition),
    now: () => '2026-11-21T03:12:00.000Z',
  })
  const ack = (index: number, outcome: RowOutcome) => {
    const one = queued[index]
    if (one !== undefined) handler.ack(one.message, outcome)
  }
  return { handler, queued, installed, told, forgotten, ack }
}

test('what all rows ask for is in the queue of its issue before the first is handled', async () => {
  const desk = startHandler({
    1: { messages: [showDue(7)], installed: [] },
    2: { messages: [showDue(7), showDue(7)], installed: [] },
  })

  void desk.handler.handle(buildClaim([buildRow(1), buildRow(2, 3)]))

  expect(desk.queued.map(({ key, message }) => [key, message.requeues])).toEqual([
    ['octo-org/widgets#7', 0],
    ['octo-org/widgets#7', 2],
    ['octo-org/widgets#7', 2],
  ])
  expect(new Set(desk.queued.map(({ message }) => message.receipt)).size).toBe(3)
})

test('each row gets what became of its own', async () => {
  const desk = startHandler({
    1: { messages: [showDue(7)], installed: [] },
    2: { messages: [showDue(7)], installed: [] },
  })
  const handled = desk.handler.handle(buildClaim([buildRow(1), buildRow(2)]))

  desk.ack(1, later)
  desk.ack(0, done)

  expect(await handled).toEqual(
    new Map<number, RowOutcome>([
      [1, done],
      [2, later],
    ]),
  )
})

test.each<[string, RowOutcome[], RowOutcome]>([
  ['done when all is done', [done, done], done],
  ['dead when one is dead', [done, dead], dead],
  ['tried again when one is to be tried again, though another is dead', [dead, later], later],
])('a row is %s', async (_name, outcomes, expected) => {
  const desk = startHandler({ 1: { messages: [showDue(7), showDue(7)], installed: [] } })
  const handled = desk.handler.handle(buildClaim([buildRow(1)]))

  for (const [index, outcome] of outcomes.entries()) desk.ack(index, outcome)

  expect(await handled).toEqual(new Map([[1, expected]]))
})

test('what can’t be read is dead, and those beside it are handled', async () => {
  const desk = startHandler({
    1: { unreadable: 'sender.id is no number' },
    2: { messages: [showDue(7)], installed: [] },
  })
  const handled = desk.handler.handle(buildClaim([buildRow(1), buildRow(2)]))

  desk.ack(0, done)

  expect(await handled).toEqual(
    new Map<number, RowOutcome>([
      [1, { kind: 'dead', why: 'sender.id is no number' }],
      [2, done],
    ]),
  )
})

test('a new installation is prepared, then done', async () => {
  const desk = startHandler({ 1: { messages: [], installed: [repository] } })

  const outcomes = await desk.handler.handle(buildClaim([buildRow(1)]))

  expect([outcomes.get(1), desk.installed]).toEqual([done, ['octo-org/widgets']])
})

test('what came from no delivery, or was acknowledged before, acknowledges nothing', async () => {
  const desk = startHandler({ 1: { messages: [showDue(7)], installed: [] } })
  const handled = desk.handler.handle(buildClaim([buildRow(1)]))
  desk.handler.ack(showDue(7), dead)
  desk.ack(0, done)

  desk.ack(0, dead)

  expect(await handled).toEqual(new Map([[1, done]]))
})

test('what concerns another issue goes into that issue’s own partition', async () => {
  const desk = startHandler({ 1: { messages: [showDue(7), showDue(8)], installed: [] } })
  const handled = desk.handler.handle(buildClaim([buildRow(1)]))

  desk.ack(0, done)

  expect(await handled).toEqual(new Map([[1, done]]))
  expect(desk.told).toEqual([{ ...showDue(8), delivery: '1' }])
  expect(desk.queued.map(({ key }) => key)).toEqual(['octo-org/widgets#7'])
})

test.each<[string, Partial<Claim>, string[]]>([
  ['nothing', {}, []],
  ['the repository, where others changed it', { wasChanged: true }, ['octo-org/widgets']],
  [
    'the partition too, where another process had it',
    { wasElsewhere: true },
    ['octo-org/widgets#7', 'octo-org/widgets'],
  ],
])('it forgets %s', async (_name, news, forgotten) => {
  const desk = startHandler({})

  await desk.handler.handle(buildClaim([], news))

  expect(desk.forgotten).toEqual(forgotten)
})

test('what an abandoned partition owes is taken up without any delivery', async () => {
  const desk = startHandler({})

  await desk.handler.handle(buildClaim([], { wasElsewhere: true, wasAbandoned: true }))
  await desk.handler.handle(buildClaim([], { partition: 'octo-org/widgets', wasElsewhere: true, wasAbandoned: true }))

  expect(desk.queued.map(({ key, message }) => [key, message.issueNumber, message.kind])).toEqual([
    ['octo-org/widgets#7', 7, 'show_due'],
  ])
})
