import { expect, test } from 'vitest'
import type { Bench, Figure } from '../../bench/bench.ts'
import { runBenches } from '../../bench/run-benches.ts'

const figureOf = (bench: string): Figure => ({ bench, case: 'T=1', figure: 3, unit: 'calls' })

function fake(name: string, run: Bench['run'] = async () => [figureOf(name)]): Bench {
  return { name, title: name, about: name, run }
}

const silent = () => {}

test('a bench that fails takes nothing with it: the figures of the others are kept, and it is named with its reason', async () => {
  const reason = new Error('issue 1 took 0 runs, not 1')
  const failing = fake('loop', () => Promise.reject(reason))
  const ended: string[] = []

  const report = await runBenches([fake('calls'), failing, fake('publish')], 'small', silent, async ({ bench }) => {
    ended.push(bench.name)
  })

  expect(report.figures).toEqual([figureOf('calls'), figureOf('publish')])
  expect(report.failures).toEqual([{ bench: 'loop', error: reason }])
  expect(ended).toEqual(['calls', 'publish'])
})

test('a bench that comes to no figure has failed', async () => {
  const { failures } = await runBenches([fake('calls', async () => [])], 'small', silent)

  expect(failures).toEqual([{ bench: 'calls', error: new Error('it came to no figure') }])
})

test('each bench is told how much it is to do', async () => {
  const told: string[] = []
  const bench = fake('calls', async (_, size) => {
    told.push(size)
    return [figureOf('calls')]
  })

  await runBenches([bench], 'full', silent)

  expect(told).toEqual(['full'])
})
