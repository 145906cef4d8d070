// oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cache } from '../src/cache.js'
import { createClock, hour, minute } from '../src/clock.js'
import { Queue } from '../src/queue.js'
import { nextRun, parseTime, timesBetween } from '../src/schedule.js'

test('forgets what is too old', () => {
  const clock = createClock()
  const cache = new Cache(clock)
  cache.set('a', 1)
  clock.move(5 * minute - 1)

  assert.equal(cache.get('a'), 1)
  clock.move(1)
  assert.equal(cache.get('a'), undefined)
})

test('forgets what was used longest ago', () => {
  const cache = new Cache(createClock(), { limit: 2 })
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)

  assert.deepEqual([...cache.entries.keys()], ['a', 'c'])
})

test('runs only so many jobs at once', async () => {
  const queue = new Queue(2)
  const results = await Promise.all([1, 2, 3, 4, 5].map((value) => queue.add(async () => value * value)))

  assert.deepEqual(results, [1, 4, 9, 16, 25])
  assert.equal(queue.peak, 2)
})

test('runs what is urgent first', async () => {
  const order = []
  const queue = new Queue(1)
  await Promise.all([queue.add(() => order.push('low'), 1), queue.add(() => order.push('high'), 5)])

  assert.deepEqual(order, ['high', 'low'])
})

test('runs at the same time each day', () => {
  const at = parseTime('06:30')

  assert.equal(nextRun(0, { at }), 6.5 * hour)
  assert.equal(nextRun(6.5 * hour, { at }), 30.5 * hour)
})

test('lists times with both ends', () => {
  assert.deepEqual(timesBetween(0, hour, 20 * minute), [0, 20 * minute, 40 * minute, hour])
})
