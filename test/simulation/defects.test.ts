import { describe, expect, test, vi } from 'vitest'
import { defects as all } from './defects/defects.ts'
import { runSimulation } from './support/run-simulation.ts'
import { patienceMs } from '../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(300_000) })

/** All of them; else each third. */
const defects = all.filter((_defect, place) => process.env['DEFECTS'] === 'all' || place % 3 === 0)
/** Where the seed that caught it first does so no more, since the sources have moved on, these are tried as well. */
const moreSeeds = Array.from({ length: 160 }, (_, index) => index + 1)
const order = { isRepeated: false, isTraced: false }

test.concurrent('without a defect, the seeds that catch them are sound', async () => {
  const seeds = [...new Set(defects.map(({ seed }) => seed))]

  const { failed } = await runSimulation({ ...order, seeds, stopsAtFault: false })

  expect(failed.map(({ seed, faults }) => `${seed}: ${faults[0]}`)).toEqual([])
})

describe.concurrent('the simulation catches', () => {
  for (const defect of defects) {
    test(`that ${defect.name}`, { timeout: patienceMs(300_000) }, async () => {
      const seeds = [...new Set([defect.seed, ...moreSeeds])]

      const { failed, played } = await runSimulation({ ...order, seeds, stopsAtFault: true }, defect)

      const [caught] = failed
      console.log(`${defect.name}: seed ${caught?.seed}, ${played} played: ${caught?.faults[0]?.split('\n')[0]}`)
      expect(caught).toBeDefined()
    })
  }
})
