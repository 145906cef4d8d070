import { expect, test } from 'vitest'
import { compare, measure, reach } from '../../bench/bench.ts'
import { renderTable } from '../../bench/print.ts'

const late = measure({ bench: 'calls', case: 'T=1', figure: 31, unit: 'calls', target: 28 })
const fine = measure({ bench: 'calls', case: 'T=4', figure: 64, unit: 'calls', target: 64 })
const half = compare({ bench: 'publish', case: 'N=1', figure: 3, unit: 'calls', peer: 7 })

test('a target is met by what comes up to it and no more', () => {
  expect([late.met, fine.met]).toEqual([false, true])
})

test('a ratio is met from where it is asked for', () => {
  expect([reach(half, 0.5).met, reach(half, 0.43).met]).toEqual([false, true])
})

test('the ratio is ours by theirs', () => {
  expect(half.ratio).toBe(0.43)
})

test('the table names a bench once and leaves out columns that nothing has', () => {
  const lines = renderTable([late, fine]).split('\n')

  expect(lines[1]).toMatch(/bench +│ case +│ figure +│ unit +│ target +│ met/)
  expect(lines[3]).toMatch(/calls +│ T=1 +│ +31 +│ calls +│ +28 +│ NO/)
  expect(lines[4]).toMatch(/│ {7}│ T=4 +│ +64 +│ calls +│ +64 +│ yes/)
})

test('a peer that came to nothing is shown with what became of it, and without a ratio', () => {
  const alone = compare({ bench: 'plans', case: 'chain', figure: 40, unit: 'ms', peer: 'stack overflow' })

  expect(renderTable([half, alone]).split('\n')[4]).toMatch(/chain +│ +40 +│ ms +│ stack overflow +│ +│/)
})
