import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from '../../../../src/adapters/postgres/tables/coalesce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { windowMs: 3, maxItems: 4, sizeOf: (item: string) => item.length, maxSize: 10 }

/** An act that waits until the test ends it, and remembers what it was given. */
function startAct() {
  const batches: string[][] = []
  const ends: ((fault?: Error) => void)[] = []
  const act = (items: string[]): Promise<string[]> => {
    batches.push(items)
    return new Promise((resolve, reject) => {
      ends.push((fault) => (fault === undefined ? resolve(items.map((item) => `${item} done`)) : reject(fault)))
    })
  }
  const end = async (fault?: Error) => {
    ends.shift()?.(fault)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { batches, end, act, one: coalesce(act, limits) }
}

test('what comes within the window shares one act, and each gets its own result', async () => {
  const { batches, end, one } = startAct()
  const first = one('a')
  await vi.advanceTimersByTimeAsync(2)
  const second = one('b')
  await vi.advanceTimersByTimeAsync(1)

  await end()

  expect([batches, await first, await second]).toEqual([[['a', 'b']], 'a done', 'b done'])
})

test('what comes while an act goes on waits for its end, then goes together', async () => {
  const { batches, end, one } = startAct()
  void one('a')
  await vi.advanceTimersByTimeAsync(3)
  void one('b')
  void one('c')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches).toEqual([['a']])

  await end()

  expect(batches).toEqual([['a'], ['b', 'c']])
})

test.each([
  ['items', ['a', 'b', 'c', 'd', 'e'], [['a', 'b', 'c', 'd'], ['e']]],
  ['bytes', ['aaaa', 'bbbb', 'cccc'], [['aaaa', 'bbbb'], ['cccc']]],
  ['bytes, of which one may have more alone', ['a', 'b'.repeat(30), 'c'], [['a'], ['b'.repeat(30)], ['c']]],
])('an act is given no more than so many %s, in order', async (_name, items, expected) => {
  const { batches, end, one } = startAct()
  for (const item of items) void one(item)
  await vi.advanceTimersByTimeAsync(3)

  for (const _ of expected) await end()

  expect(batches).toEqual(expected)
})

test('an act that fails fails for all that shared it, and for nobody after', async () => {
  const { end, one } = startAct()
  const shared = Promise.allSettled([one('a'), one('b')])
  await vi.advanceTimersByTimeAsync(3)
  const after = one('c')

  await end(new Error('the connection is closed'))
  await end()

  expect((await shared).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await after).toBe('c done')
})

test('where several acts may be under way, what comes meanwhile does not wait for their end', async () => {
  const { batches, end, act } = startAct()
  const one = coalesce(act, { ...limits, actsAtOnce: 2 })
  const all: Promise<string>[] = []
  for (const item of ['a', 'b', 'c']) {
    all.push(one(item))
    await vi.advanceTimersByTimeAsync(3)
  }

  expect(batches).toEqual([['a'], ['b']])
  await end()
  expect(batches).toEqual([['a'], ['b'], ['c']])
  await end()
  await end()
  expect(await Promise.all(all)).toEqual(['a done', 'b done', 'c done'])
})
