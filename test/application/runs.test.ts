import { expect, test } from 'vitest'
import { KnownOps } from '../../src/application/known-ops.ts'
import { runId } from '../../src/application/perform-run-effect.ts'
import { Runs } from '../../src/application/runs.ts'

function openRuns(concurrency = 4) {
  const faults: string[] = []
  return { runs: new Runs(concurrency, (id, error) => faults.push(`${id}: ${String(error)}`)), faults }
}

test('a run is live once for its id, and can be begun again after it ended', async () => {
  const { runs } = openRuns()
  let begun = 0
  const work = () => Promise.resolve(void (begun += 1))

  runs.start('a', work)
  runs.start('a', work)
  await runs.idle()
  expect([begun, runs.has('a')]).toEqual([1, false])
  runs.start('a', work)
  await runs.idle()

  expect(begun).toBe(2)
})

test('the same operation in two repositories is two runs', async () => {
  const { runs } = openRuns()
  const begun: string[] = []

  for (const key of ['octo/one', 'octo/two'])
    runs.start(runId({ key }, 'ISS-001/3'), () => Promise.resolve(void begun.push(key)))
  await runs.idle()

  expect(begun).toEqual(['octo/one', 'octo/two'])
})

test('cancelling reaches the run, and only that one', async () => {
  const { runs } = openRuns()
  const aborted = new Map<string, boolean>()
  const work = (id: string) => async (signal: AbortSignal) => {
    await Promise.resolve()
    aborted.set(id, signal.aborted)
  }
  runs.start('a', work('a'))
  runs.start('b', work('b'))

  runs.cancel('b')
  await runs.idle()

  expect([...aborted]).toEqual([
    ['a', false],
    ['b', true],
  ])
})

test('work that throws is told of, and the others go on', async () => {
  const { runs, faults } = openRuns(1)
  let begun = false

  runs.start('a', () => Promise.reject(new Error('broken')))
  runs.start('b', () => Promise.resolve(void (begun = true)))
  await runs.idle()

  expect(faults).toEqual(['a: Error: broken'])
  expect(begun).toBe(true)
})

test('closing ends what is live, waits for it and begins nothing more', async () => {
  const { runs } = openRuns()
  const seen: string[] = []
  runs.start('a', async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    seen.push('ended')
  })

  await runs.close()
  runs.start('b', () => Promise.resolve(void seen.push('begun')))
  await runs.idle()

  expect(seen).toEqual(['ended'])
})

const owed = (...ops: string[]) => ops.map((op) => ({ op }))

test('what a decision adds to the outbox is ours, what stood there before is not', () => {
  const known = new KnownOps()

  known.settle('a#1', owed('1'), owed('1', '2'))

  expect([known.isOurs('a#1', '1'), known.isOurs('a#1', '2'), known.isOurs('b#1', '2')]).toEqual([false, true, false])
})

test('a reported result stays known until its operation is no longer owed', () => {
  const known = new KnownOps()
  known.settle('a#1', [], owed('1', '2'))
  known.report('a#1', '1')

  known.settle('a#1', owed('1', '2'), owed('1', '2'))
  expect(known.isReported('a#1', '1')).toBe(true)
  known.settle('a#1', owed('1', '2'), owed('2'))

  expect([known.isReported('a#1', '1'), known.isOurs('a#1', '2')]).toEqual([false, true])
})

test('a lost result makes its operation one that somebody may have done', () => {
  const known = new KnownOps()
  known.settle('a#1', [], owed('1'))
  known.report('a#1', '1')

  known.lose('a#1', '1')

  expect([known.isReported('a#1', '1'), known.isOurs('a#1', '1')]).toEqual([false, false])
})
