import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryQueue } from '../../../src/adapters/queue/memory-queue.ts'

interface Call {
  key: string
  items: string[]
  end: () => void
  fail: (error: Error) => void
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue whose handler waits until the test ends each call. */
function startQueue(concurrency = 4) {
  const calls: Call[] = []
  const faults: string[] = []
  const queue = new MemoryQueue<string>(concurrency, (key, error) => faults.push(`${key}: ${String(error)}`))
  queue.start(
    (key, items) =>
      new Promise<void>((resolve, reject) => calls.push({ key, items, end: () => resolve(), fail: reject })),
  )
  return { queue, calls, faults, seen: () => calls.map((call) => `${call.key}=${call.items.join()}`) }
}

async function flush(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}

test('items of a key are handed over in order, all that wait together, never two calls at once', async () => {
  const { queue, calls, seen } = startQueue()
  queue.push('a', '1', 0)
  queue.push('a', '2', 0)
  queue.push('a', '3', 0)
  expect(seen()).toEqual(['a=1'])

  calls[0]?.end()
  await flush()

  expect(seen()).toEqual(['a=1', 'a=2,3'])
})

test('keys run side by side up to the concurrency', async () => {
  const { queue, calls, seen } = startQueue(2)
  queue.push('a', '1', 0)
  queue.push('b', '1', 0)
  queue.push('c', '1', 0)
  expect(seen()).toEqual(['a=1', 'b=1'])

  calls[1]?.end()
  await flush()

  expect(seen()).toEqual(['a=1', 'b=1', 'c=1'])
})

test('a key that always has more does not starve the others', async () => {
  const { queue, calls, seen } = startQueue(1)
  queue.push('a', '1', 0)
  queue.push('b', '1', 0)
  queue.push('a', '2', 0)

  calls[0]?.end()
  await flush()

  expect(seen()).toEqual(['a=1', 'b=1'])
})

test('a delayed item goes with the next one of its key', () => {
  const { queue, seen } = startQueue()

  queue.push('a', 'lazy', 1_000)
  queue.push('a', 'urgent', 0)

  expect(seen()).toEqual(['a=lazy,urgent'])
})

test('a delayed item goes alone after its delay', async () => {
  const { queue, seen } = startQueue()
  queue.push('a', 'lazy', 1_000)

  await vi.advanceTimersByTimeAsync(999)
  expect(seen()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)

  expect(seen()).toEqual(['a=lazy'])
})

test('a delayed item that comes after an urgent one does not hold it up', async () => {
  const { queue, calls, seen } = startQueue()
  queue.push('a', 'first', 0)
  queue.push('a', 'urgent', 0)
  queue.push('a', 'lazy', 60_000)

  calls[0]?.end()
  await flush()

  expect(seen()).toEqual(['a=first', 'a=urgent,lazy'])
})

test('a handler that throws is told of and does not stop its key', async () => {
  const { queue, calls, faults, seen } = startQueue()
  queue.push('a', '1', 0)
  queue.push('a', '2', 0)

  calls[0]?.fail(new Error('broken'))
  await flush()

  expect(faults).toEqual(['a: Error: broken'])
  expect(seen()).toEqual(['a=1', 'a=2'])
})

test('idle waits for what runs and for what is delayed', async () => {
  const { queue, calls } = startQueue()
  queue.push('a', '1', 1_000)
  let idle = false
  void queue.idle().then(() => (idle = true))

  await vi.advanceTimersByTimeAsync(1_000)
  expect(idle).toBe(false)
  calls[0]?.end()
  await flush()

  expect(idle).toBe(true)
})

test('at rest nothing runs, though something may wait for company; expedited, that goes alone', async () => {
  const { queue, calls, seen } = startQueue()
  const rests: boolean[] = []
  queue.push('a', 'urgent', 0)
  queue.push('a', 'lazy', 60_000)
  void queue.rest().then((waits) => rests.push(waits))
  await flush()
  expect(rests).toEqual([])

  calls[0]?.end()
  await flush()
  expect([rests, seen()]).toEqual([[true], ['a=urgent']])
  queue.expedite()
  void queue.rest().then((waits) => rests.push(waits))
  expect(seen()).toEqual(['a=urgent', 'a=lazy'])
  calls[1]?.end()
  await flush()

  expect(rests).toEqual([true, false])
})

test('what waits longer goes along with what comes later and waits less', async () => {
  const { queue, seen } = startQueue()
  queue.push('a', 'shown', 600_000)
  queue.push('a', 'due soon', 1_000)
  queue.push('a', 'shown too', 600_000)

  await vi.advanceTimersByTimeAsync(1_000)

  expect(seen()).toEqual(['a=shown,due soon,shown too'])
})

test('close hands over what is delayed and what comes of it, then takes nothing more', async () => {
  const { queue, calls, seen } = startQueue()
  queue.push('a', 'confirmation', 60_000)
  let closed = false
  void queue.close().then(() => (closed = true))
  expect(seen()).toEqual(['a=confirmation'])

  queue.push('a', 'result', 60_000)
  calls[0]?.end()
  await flush()
  expect(seen()).toEqual(['a=confirmation', 'a=result'])
  expect(closed).toBe(false)
  calls[1]?.end()
  await flush()

  expect(closed).toBe(true)
  expect(() => queue.push('a', 'late', 0)).toThrow('closed')
})

test('keys of one installation that never come to an end leave those of another alone', async () => {
  const begun: string[] = []
  const installationOf = (item: string) => (item === 'stuck' ? 1 : 2)
  const queue = new MemoryQueue<string>(
    8,
    () => {},
    () => () => {},
    installationOf,
  )
  queue.start((key, items) => {
    begun.push(key)
    return items.includes('stuck') ? new Promise(() => {}) : Promise.resolve()
  })
  for (let number = 1; number <= 12; number += 1) queue.push(`a#${number}`, 'stuck', 0)

  for (let number = 1; number <= 12; number += 1) queue.push(`b#${number}`, 'going', 0)
  await flush()

  expect(begun.filter((key) => key.startsWith('a'))).toHaveLength(8)
  expect(begun.filter((key) => key.startsWith('b'))).toHaveLength(12)
})
