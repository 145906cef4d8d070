import { expect, test } from 'vitest'
import { findWorstGrowth, type Growth, renderGrowth } from '../support/foreign-parsers/find-worst-growth.ts'
import { foreignParsers } from '../support/foreign-parsers/registry.ts'
import { linearGrowth } from '../support/measure/measure-growth.ts'

const repetitions = Number(process.env['FOREIGN_REPETITIONS'] ?? 10_000)
const seed = Number(process.env['FOREIGN_SEED'] ?? 1)
/** For each parser, of a core's time. */
const limitMs = 1000 * Number(process.env['FOREIGN_SECONDS'] ?? Infinity)

/** Up to 10,000 repetitions of one to four fragments against each parser; the worst growth of each is printed. */
test.each(foreignParsers)('$name: no repetition takes more than linear time', { timeout: 7_200_000 }, (parser) => {
  const worst: Growth = findWorstGrowth(parser, repetitions, seed, limitMs)

  console.log(renderGrowth(worst))
  expect(worst.times, worst.label).toBeLessThan(linearGrowth)
})
