import { expect, test } from 'vitest'
import { findWorstGrowth, type Growth, renderGrowth } from '../support/foreign-parsers/find-worst-growth.ts'
import { foreignParsers } from '../support/foreign-parsers/registry.ts'
import { linearGrowth } from '../support/measure-growth.ts'

const repetitions = Number(process.env['FOREIGN_REPETITIONS'] ?? 10_000)
const seed = Number(process.env['FOREIGN_SEED'] ?? 1)

/** 10,000 repetitions of one to four fragments against each parser; the worst growth of each is printed. */
test.each(foreignParsers)('$name: no repetition takes more than linear time', { timeout: 7_200_000 }, (parser) => {
  const worst: Growth = findWorstGrowth(parser, repetitions, seed)

  console.log(renderGrowth(worst))
  expect(worst.times, worst.label).toBeLessThan(linearGrowth)
})
