import { expect, test } from 'vitest'
import { BudgetLimit } from '../../../../src/adapters/github/client/limits/budget-limit.ts'
import type { RateLimit, WaitingRequest } from '../../../../src/adapters/github/client/limits/rate-limit.ts'
import {
  createWindowLimits,
  githubLimits,
  shareLimits,
} from '../../../../src/adapters/github/client/limits/request-limits.ts'
import { RequestQueue } from '../../../../src/adapters/github/client/request-queue.ts'
import { SpacingLimit } from '../../../../src/adapters/github/client/limits/spacing-limit.ts'
import { VirtualClock } from '../../../support/virtual-clock.ts'

const read: WaitingRequest = { cost: { kind: 'read', resource: 'core', points: 1, creates: 0 }, urgency: 'people' }
const write: WaitingRequest = { cost: { kind: 'write', resource: 'core', points: 5, creates: 0 }, urgency: 'people' }
const comment: WaitingRequest = { cost: { ...write.cost, creates: 1 }, urgency: 'people' }
const query: WaitingRequest = { cost: { ...read.cost, resource: 'graphql' }, urgency: 'people' }
const startMs = 1_000_000

/** Sends requests that are answered at once, and says when each was sent, in milliseconds from the start. */
function openQueue(limits: RateLimit[], concurrent = 100) {
  const clock = new VirtualClock(startMs)
  const queue = new RequestQueue(limits, concurrent, clock)
  const sent: string[] = []
  const send = async (name: string, request: WaitingRequest, answer: Promise<void> = Promise.resolve()) => {
    await queue.enter(request)
    sent.push(`${name} ${clock.now() - startMs}`)
    await answer
    queue.leave()
  }
  const sendMany = (count: number, request: WaitingRequest) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(String(index), request)))
  const times = () => sent.map((one) => Number(one.split(' ')[1]))
  return { clock, queue, sent, send, sendMany, times }
}

/** The most that any window of that length held. */
function mostWithin(times: readonly number[], windowMs: number): number {
  return Math.max(...times.map((end) => times.filter((at) => at <= end && at > end - windowMs).length))
}

test('300 comments at once: never more than 80 a minute, 500 an hour, or 900 points a minute', async () => {
  const { sendMany, times } = openQueue(createWindowLimits(githubLimits))

  await sendMany(300, comment)

  expect(mostWithin(times(), 60_000)).toBe(80)
  expect(times().at(-1)).toBe(3 * 60_000)
})

test('content stops at 500 within any hour, and everything else goes on', async () => {
  const { send, sendMany, sent, times } = openQueue(createWindowLimits(githubLimits))

  const comments = sendMany(600, comment)
  await send('read', read)
  await comments

  expect(
    mostWithin(
      times().filter((_, index) => sent[index]?.startsWith('read') !== true),
      3_600_000,
    ),
  ).toBe(500)
  expect(sent).toContain('read 0')
})

test.each([
  ['900 REST points a minute hold 180 writes', write, 180],
  ['900 REST points a minute hold 900 reads', read, 900],
  ['2,000 GraphQL points a minute hold 2,000 queries', query, 2000],
])('%s', async (_name, request, most) => {
  const { sendMany, times } = openQueue(createWindowLimits(githubLimits), 10_000)

  await sendMany(most + 1, request)

  expect(times().filter((at) => at === 0)).toHaveLength(most)
  expect(times().at(-1)).toBe(60_000)
})

test('two processes have less than half of each limit', () => {
  expect(shareLimits(githubLimits, 2)).toEqual({
    concurrent: 45,
    restPointsPerMinute: 405,
    graphqlPointsPerMinute: 900,
    createdPerMinute: 36,
    createdPerHour: 225,
  })
})

test('no more than so many are under way at once', async () => {
  const { send, sent } = openQueue([], 2)
  const { promise, resolve } = Promise.withResolvers<void>()

  const all = [send('a', read, promise), send('b', read, promise), send('c', read)]
  await Promise.resolve()
  const before = [...sent]
  resolve()
  await Promise.all(all)

  expect([before, sent.length]).toEqual([['a 0', 'b 0'], 3])
})

test('a write that waits for its second is overtaken by reads, not by writes', async () => {
  const { send, sent } = openQueue([new SpacingLimit(1_000)])

  await Promise.all([send('w1', write), send('w2', write), send('w3', write), send('r', read)])

  expect(sent).toEqual(['w1 0', 'r 0', 'w2 1000', 'w3 2000'])
})

test('what people wait for is sent before what nobody waits for', async () => {
  const { send, sent } = openQueue([new SpacingLimit(1_000)])

  await Promise.all([send('first', write), send('sweep', { ...write, urgency: 'background' }), send('answer', write)])

  expect(sent).toEqual(['first 0', 'answer 1000', 'sweep 2000'])
})

function budgetOf(remaining: number): BudgetLimit {
  const limit = new BudgetLimit('core')
  const reset = String((startMs + 3_000_000) / 1000)
  limit.note({ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': reset })
  return limit
}

test('as long as there is plenty of the hour’s budget, nothing waits', async () => {
  const { sendMany, times } = openQueue([budgetOf(4_000)])

  await sendMany(50, write)

  expect(new Set(times())).toEqual(new Set([0]))
})

test('below a tenth of the budget requests are stretched over what is left of the hour', async () => {
  const { sendMany, times } = openQueue([budgetOf(300)])

  await sendMany(300, read)

  const gaps = times()
    .slice(1)
    .map((at, index) => at - (times()[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(9_000)
  expect(times().at(-1)).toBeLessThan(3_001_000)
})

test('below a tenth of the budget what nobody waits for waits for the next hour', async () => {
  const { send, sent } = openQueue([budgetOf(300)])

  await Promise.all([send('sweep', { ...read, urgency: 'background' }), send('answer', read)])

  expect(sent).toEqual(['answer 0', 'sweep 3001000'])
})

test('a budget that is used up is waited for, and the other one goes on', async () => {
  const { send, sent } = openQueue([budgetOf(0), new BudgetLimit('graphql')])

  await Promise.all([send('rest', read), send('graphql', query)])

  expect(sent).toEqual(['graphql 0', 'rest 3001000'])
})

test('an answer that was overtaken does not raise the budget, one of the next hour does', () => {
  const limit = budgetOf(300)
  const say = (remaining: number, resetMs: number) => {
    const reset = String((startMs + resetMs) / 1000)
    limit.note({ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': reset })
    return limit.budget?.remaining
  }

  expect([say(310, 3_000_000), say(290, 3_001_000), say(4_999, 6_600_000), say(10, 3_000_000)]).toEqual([
    300, 290, 4_999, 4_999,
  ])
})

test('when the server is to end, who would wait for long is refused, the rest is sent', async () => {
  const { queue, send, sent } = openQueue([new SpacingLimit(1_000), budgetOf(300)])

  const waiting = [
    send('first', write),
    send('sweep', { ...query, cost: { ...read.cost }, urgency: 'background' }),
    send('second', { ...write, cost: { ...write.cost, resource: 'graphql' } }),
  ]
  queue.stopWaiting(new Error('the server is stopping'), 5_000)
  const outcomes = await Promise.allSettled(waiting)

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(sent).toEqual(['first 0', 'second 1000'])
})

/** Work that may be cancelled; how long its requests waited, in milliseconds from the start. */
function openWork(clock: VirtualClock) {
  const controller = new AbortController()
  const waited: string[] = []
  const wait = () => {
    const from = clock.now() - startMs
    return () => void waited.push(`${from} to ${clock.now() - startMs}`)
  }
  return { controller, waited, patience: { signal: controller.signal, wait } }
}

test('a request of work that is told to end waits no longer, and is never sent; whoever is behind it is', async () => {
  const { clock, queue, send, sent } = openQueue(createWindowLimits({ ...githubLimits, createdPerHour: 1 }))
  const { controller, patience } = openWork(clock)
  await send('first', comment)
  const [aborted, behind] = [queue.enter({ ...comment, patience }), send('behind', comment)]

  controller.abort()

  await expect(aborted).rejects.toMatchObject({ code: 'told_to_end', retry: 'never' })
  await behind
  expect(sent).toEqual(['first 0', 'behind 3600000'])
})

test('work that was told to end may still ask for what can be sent soon, and for nothing else', async () => {
  const { clock, queue, send, sent } = openQueue([
    new SpacingLimit(1_000),
    ...createWindowLimits({ ...githubLimits, createdPerHour: 1 }),
  ])
  const { controller, patience } = openWork(clock)
  await send('first', comment)
  controller.abort()

  await expect(queue.enter({ ...comment, patience })).rejects.toMatchObject({ code: 'told_to_end' })
  await send('soon', { ...write, patience })

  expect(sent).toEqual(['first 0', 'soon 1000'])
})

test('work that was told to end waits for writes in front of its own, five seconds at most', async () => {
  const { clock, queue, send, sent } = openQueue([new SpacingLimit(1_000)])
  const { controller, patience } = openWork(clock)
  controller.abort()

  const others = Array.from({ length: 3 }, (_, index) => send(`other ${index}`, write))
  const soon = send('soon', { ...write, patience })
  const many = Array.from({ length: 3 }, (_, index) => send(`more ${index}`, write))
  const late = queue.enter({ ...write, patience })

  await expect(late).rejects.toMatchObject({ code: 'told_to_end' })
  expect(clock.now() - startMs).toBe(5_000)
  await Promise.all([...others, soon, ...many])
  expect(sent.slice(0, 4)).toEqual(['other 0 0', 'other 1 1000', 'other 2 2000', 'soon 3000'])
})

test('nor does it wait for those in front where the limit itself holds it for longer', async () => {
  const { clock, queue, send } = openQueue(createWindowLimits({ ...githubLimits, createdPerHour: 1 }))
  const { controller, patience } = openWork(clock)
  await send('first', comment)
  const front = send('front', comment)
  controller.abort()

  await expect(queue.enter({ ...comment, patience })).rejects.toMatchObject({ code: 'told_to_end' })

  expect(clock.now()).toBe(startMs)
  await front
})

test('work hears when a request of it begins to wait and when it goes on, and nothing of one that doesn’t wait', async () => {
  const { clock, send } = openQueue([new SpacingLimit(1_000)])
  const { patience, waited } = openWork(clock)

  await Promise.all([send('a', { ...write, patience }), send('b', { ...write, patience }), send('c', write)])

  expect(waited).toEqual(['0 to 1000'])
})
