import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Claim,
  type Delivery,
  type Inbox,
  maxAttempts,
  type RowOutcome,
} from '../../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import { buildDelivery } from '../../support/build-delivery.ts'
import { queueKinds, type QueuesSource } from '../../support/queues/queue-kinds.ts'
import { checkKnownAgain } from '../../support/queues/queue-promises.ts'

/** Stores one after the other, so that their order is known. */
async function storeAll(inbox: Inbox, deliveries: readonly Delivery[]): Promise<void> {
  for (const delivery of deliveries) await inbox.store(delivery)
}

async function claimOne(inbox: Inbox): Promise<Claim> {
  const claim = await inbox.claim()
  if (claim === undefined) throw new Error('nothing was due')
  return claim
}

function all(claim: Claim, outcome: RowOutcome): Map<number, RowOutcome> {
  return new Map(claim.rows.map(({ row }) => [row, outcome]))
}

async function emptied(inbox: Inbox) {
  const claim = await claimOne(inbox)
  await inbox.finish(claim, all(claim, { kind: 'done' }))
  return inbox.measure()
}

const idsOf = (claim: Claim | undefined) => claim?.rows.map(({ delivery }) => delivery.id)

describe.each(queueKinds(10))('an inbox in %s', (_name, openSource) => {
  let source: QueuesSource
  let queues: Queues
  let inbox: Inbox

  beforeAll(async () => {
    source = await openSource()
  })
  beforeEach(async () => {
    queues = await source.open()
    inbox = queues.inbox
  })
  afterEach(() => queues.close())
  afterAll(() => source.close())

  test('hands out what was stored as it was stored', async () => {
    const delivery = buildDelivery('a', 'octo-org/widgets#7', '{"text":"žluťoučký \\u0000 𝕏 \' \\" \\\\"}')

    const outcome = await inbox.store(delivery)

    expect(outcome).toBe('stored')
    expect((await claimOne(inbox)).rows).toEqual([{ row: expect.any(Number), attempts: 1, deferrals: 0, delivery }])
  })

  test('knows a delivery again by its id and by its body, also among many at once', () =>
    expect(checkKnownAgain(inbox)).resolves.toBeUndefined())

  test('is measured by what is not done', async () => {
    const receivedAt = new Date(Date.now() - 90_000).toISOString()
    await storeAll(inbox, [
      buildDelivery('dead', 'a'),
      { ...buildDelivery('old', 'b'), receivedAt },
      buildDelivery('c', 'b'),
    ])
    const claim = await claimOne(inbox)

    const before = await inbox.measure()
    await inbox.finish(claim, all(claim, { kind: 'dead', why: 'in this test' }))
    const after = await inbox.measure()

    expect([before.waiting, before.dead, after.waiting, after.dead]).toEqual([3, 0, 2, 1])
    expect(after.oldestSeconds).toBeGreaterThan(89)
    expect(await emptied(inbox)).toEqual({ waiting: 0, dead: 1, oldestSeconds: 0 })
  })

  test('still knows what is done', async () => {
    await inbox.store(buildDelivery('a'))
    const claim = await claimOne(inbox)

    await inbox.finish(claim, all(claim, { kind: 'done' }))

    expect(await inbox.store(buildDelivery('a'))).toBe('known')
    expect([await inbox.claim(), await inbox.countWaiting()]).toEqual([undefined, 0])
    expect(await inbox.findStored(['a', 'b'])).toEqual(new Set(['a']))
  })

  test('hands out a partition whole, in order, and to one at a time; other partitions meanwhile', async () => {
    await storeAll(inbox, [
      buildDelivery('a1', 'a'),
      buildDelivery('b1', 'b'),
      buildDelivery('a2', 'a'),
      buildDelivery('a3', 'a'),
    ])

    const first = await claimOne(inbox)
    await inbox.store(buildDelivery('a4', 'a'))
    const second = await claimOne(inbox)

    expect([idsOf(first), idsOf(second), await inbox.claim()]).toEqual([['a1', 'a2', 'a3'], ['b1'], undefined])
  })

  test('what came while a partition was worked on is handed out after', async () => {
    await inbox.store(buildDelivery('a1'))
    const claim = await claimOne(inbox)
    await inbox.store(buildDelivery('a2'))

    await inbox.finish(claim, all(claim, { kind: 'done' }))

    expect(idsOf(await inbox.claim())).toEqual(['a2'])
  })

  test('a row that failed waits its time and holds up nobody', async () => {
    await storeAll(inbox, [buildDelivery('a1'), buildDelivery('a2')])
    const claim = await claimOne(inbox)
    const [first, second] = claim.rows.map(({ row }) => row)

    await inbox.finish(
      claim,
      new Map<number, RowOutcome>([
        [first ?? 0, { kind: 'later', delayMs: 60_000, why: 'GitHub is away' }],
        [second ?? 0, { kind: 'done' }],
      ]),
    )
    await inbox.store(buildDelivery('a3'))

    expect(idsOf(await inbox.claim())).toEqual(['a3'])
    expect(await inbox.list(10)).toMatchObject([
      { delivery: 'a1', state: 'waiting', attempts: 1, fault: 'GitHub is away' },
      { delivery: 'a3', state: 'waiting', attempts: 1, fault: null },
    ])
  })

  test('of one repository its own rows are listed, whichever issue they are of', async () => {
    await storeAll(inbox, [
      buildDelivery('a1', 'octo/a#7'),
      buildDelivery('b1', 'octo/a-b#7'),
      buildDelivery('a2', 'octo/a'),
    ])

    expect(await inbox.list(10, 'octo/a')).toMatchObject([{ delivery: 'a1' }, { delivery: 'a2' }])
    expect(await inbox.list(1, 'octo/a-b')).toMatchObject([{ delivery: 'b1' }])
    expect(await inbox.list(10, 'octo')).toEqual([])
  })

  test('a dead row is shown, holds up nobody, and can be put back', async () => {
    await storeAll(inbox, [buildDelivery('a1', 'a'), buildDelivery('b1', 'b')])
    const claim = await claimOne(inbox)
    await inbox.finish(claim, all(claim, { kind: 'dead', why: 'it is no use' }))
    await inbox.store(buildDelivery('a2', 'a'))
    const [dead] = await inbox.list(10)

    expect(dead).toMatchObject({ delivery: 'a1', partition: 'a', state: 'dead', fault: 'it is no use' })
    expect([idsOf(await inbox.claim()), idsOf(await inbox.claim())]).toEqual(expect.arrayContaining([['a2'], ['b1']]))
    expect(await inbox.retry([dead?.row ?? 0, 99_999])).toEqual([dead?.row])
    expect(await inbox.list(10)).toMatchObject([{ delivery: 'a1', state: 'waiting', attempts: 0 }, {}, {}])
  })

  test('a row that is dead for longer than records remember is not put back', async () => {
    const old = new Date(Date.now() - 6.5 * 24 * 3_600_000).toISOString()
    await storeAll(inbox, [{ ...buildDelivery('old'), receivedAt: old }, buildDelivery('new')])
    const claim = await claimOne(inbox)
    await inbox.finish(claim, all(claim, { kind: 'dead', why: 'everything is on hold' }))

    await inbox.retry('all')

    expect(idsOf(await inbox.claim())).toEqual(['new'])
    expect(await inbox.list(10)).toMatchObject([{ delivery: 'old', state: 'dead' }, {}])
  })

  test('a dead row can be dropped, and is still known; what waits is not dropped', async () => {
    await storeAll(inbox, [buildDelivery('a1', 'a'), buildDelivery('b1', 'b')])
    const claim = await claimOne(inbox)
    await inbox.finish(claim, all(claim, { kind: 'dead', why: 'it is no use' }))
    const [dead] = await inbox.list(10)

    expect([await inbox.drop([99_999]), await inbox.drop('all')]).toEqual([[], [dead?.row]])
    expect(await inbox.list(10)).toMatchObject([{ delivery: 'b1', state: 'waiting' }])
    expect(await inbox.store(buildDelivery('a1', 'a'))).toBe('known')
  })

  test('all dead rows can be put back at once', async () => {
    await storeAll(inbox, [buildDelivery('a1', 'a'), buildDelivery('b1', 'b')])
    for (let claim = await inbox.claim(); claim !== undefined; claim = await inbox.claim())
      await inbox.finish(claim, all(claim, { kind: 'dead', why: 'it is no use' }))

    const dead = (await inbox.list(10)).map(({ row }) => row)

    expect(await inbox.retry('all')).toEqual(dead)
    expect([idsOf(await inbox.claim()), idsOf(await inbox.claim())]).toEqual([['a1'], ['b1']])
  })

  test('a row that nothing becomes of is handed out alone, then dead; those behind it are not', async () => {
    await storeAll(inbox, [buildDelivery('poison'), buildDelivery('harmless')])
    const together: number[] = []

    for (let times = 0; times < maxAttempts; times += 1) {
      const claim = await claimOne(inbox)
      together.push(claim.rows.length)
      await inbox.finish(claim, new Map())
    }
    const after = await claimOne(inbox)

    expect(together).toEqual([2, 2, 2, 1, 1, 1, 1, 1, 1, 1])
    expect(idsOf(after)).toEqual(['harmless'])
    expect(await inbox.list(10)).toMatchObject([{ delivery: 'poison', state: 'dead', attempts: maxAttempts }, {}])
  })

  test('a row that is deferred is never dead of it, and goes alone after some times', async () => {
    await storeAll(inbox, [buildDelivery('a1'), buildDelivery('a2')])
    const rounds: number[][] = []

    for (let round = 0; round <= maxAttempts; round += 1) {
      const claimed: number[] = []
      for (let claim = await inbox.claim(); claim !== undefined; claim = await inbox.claim()) {
        claimed.push(claim.rows.length)
        await inbox.finish(claim, all(claim, { kind: 'deferred', delayMs: 60_000, why: 'GitHub is away' }))
      }
      rounds.push(claimed)
      await queues.expedite()
    }

    expect(rounds.slice(0, 4)).toEqual([[2], [2], [2], [1, 1]])
    expect((await claimOne(inbox)).rows).toMatchObject([{ attempts: 1, deferrals: maxAttempts + 1 }])
  })

  test('a row that is deferred waits its time', async () => {
    await inbox.store(buildDelivery('a1'))
    const claim = await claimOne(inbox)

    await inbox.finish(claim, all(claim, { kind: 'deferred', delayMs: 60_000, why: 'GitHub is away' }))

    expect(await inbox.claim()).toBeUndefined()
    expect(await inbox.list(10)).toMatchObject([{ state: 'waiting', attempts: 1, fault: 'GitHub is away' }])
  })

  test('a row whose time has come is handed out by itself', async () => {
    await inbox.store(buildDelivery('a1'))
    const claim = await claimOne(inbox)

    await inbox.finish(claim, all(claim, { kind: 'deferred', delayMs: 1, why: 'GitHub is away' }))

    await expect.poll(async () => idsOf(await inbox.claim())).toEqual(['a1'])
  })

  test('whoever listens hears of what is stored', async () => {
    let heard = 0
    inbox.listen(() => (heard += 1))

    await inbox.store(buildDelivery('a'))

    expect(heard).toBeGreaterThan(0)
  })
})
