import type { ProbotOctokit } from 'probot'
import { expect, test } from 'vitest'
import { tryDelivery } from '../../../../src/adapters/github/webhook/try-delivery.ts'

interface Delivery {
  id: number
  guid: string
  event: string
  status_code: number
  status: string
}
const delivery = (id: number, guid: string, event = 'issues', status_code = 200): Delivery => ({
  id,
  guid,
  event,
  status_code,
  status: status_code === 200 ? 'OK' : 'failed',
})

/** What comes of it where GitHub lists these, then those at each look after; the last stays. */
async function tried(...looks: Delivery[][]) {
  const redelivered: number[] = []
  let waits = 0
  const apps = {
    listWebhookDeliveries: () => Promise.resolve({ data: looks.length > 1 ? looks.shift() : looks[0] }),
    redeliverWebhookDelivery: ({ delivery_id }: { delivery_id: number }) =>
      Promise.resolve(void redelivered.push(delivery_id)),
  }
  const outcome = await tryDelivery({ rest: { apps } } as unknown as ProbotOctokit, () => Promise.resolve(void waits++))
  return { outcome, redelivered, waits }
}

test('the newest is sent again, and what came of that is told once GitHub lists it', async () => {
  const before = [delivery(2, 'b'), delivery(1, 'a')]

  const { outcome, redelivered, waits } = await tried(before, before, [delivery(3, 'b', 'issues', 502), ...before])

  expect(outcome).toEqual({ kind: 'told', event: 'issues', statusCode: 502, status: 'failed' })
  expect([redelivered, waits]).toEqual([[2], 2])
})

test('a ping is chosen where there is one, which nobody minds getting twice', async () => {
  const before = [delivery(2, 'b'), delivery(1, 'a', 'ping')]

  const { outcome, redelivered } = await tried(before, [delivery(3, 'a', 'ping'), ...before])

  expect([outcome, redelivered]).toMatchObject([{ kind: 'told', event: 'ping', statusCode: 200 }, [1]])
})

test('where GitHub does not tell within half a minute, that is said; where it sent none, too', async () => {
  const silent = await tried([delivery(1, 'a')])

  expect([silent.outcome, silent.waits]).toEqual([{ kind: 'untold', event: 'issues' }, 30])
  expect(await tried([])).toEqual({ outcome: { kind: 'none' }, redelivered: [], waits: 0 })
})
