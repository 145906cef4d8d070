import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseFaultTable, replaceFaultTable } from '../../scripts/docs/fault-table.ts'
import { parseLongRun, replaceLongRun } from '../../scripts/docs/long-run.ts'
import { type FaultKind, faultKinds } from '../e2e/faults/support/fault-kinds.ts'
import { root } from './read/read-pages.ts'

const page = await readFile(join(root, 'docs/reliability.md'), 'utf8')

test('docs/reliability.md lists the faults that the tests try, and no others', () => {
  const listed = new Set(parseFaultTable(page).map(({ fault }) => fault))

  expect([...listed]).toEqual([...faultKinds])
})

test('every listed fault was tried and lost nothing', () => {
  expect(parseFaultTable(page).filter(({ tried, lost }) => !(tried > 0) || lost !== 0)).toEqual([])
})

test('every fault of the list is brought about by a test', async () => {
  const files = (await readdir(join(root, 'test'), { recursive: true })).filter((name) => name.endsWith('.ts'))
  const texts = await Promise.all(
    files.filter((name) => !name.endsWith('fault-kinds.ts')).map((name) => readFile(join(root, 'test', name), 'utf8')),
  )

  expect(faultKinds.filter((kind) => !texts.some((text) => text.includes(`'${kind}'`)))).toEqual([])
})

test('a run of the tests replaces its own rows and no others', () => {
  const [first, second] = faultKinds as readonly FaultKind[]
  const before = parseFaultTable(page)

  const after = replaceFaultTable(page, faultKinds, [
    { fault: first ?? faultKinds[0], where: 'here', tried: 1234, lost: 0, on: '2026-11-21' },
  ])

  expect(parseFaultTable(after).filter(({ fault }) => fault === first)).toEqual([
    { fault: first, where: 'here', tried: 1234, lost: 0, on: '2026-11-21' },
  ])
  const ofSecond = ({ fault }: { fault: string }) => fault === second
  expect(parseFaultTable(after).filter(ofSecond)).toEqual(before.filter(ofSecond))
})

test('a run at length says on the page when it was, how much it played and what came of it, in place of the one before', () => {
  const circumstances = {
    endedMs: Date.parse('2026-11-23T01:41:00Z'),
    command: 'npm run test:long',
    cores: 2,
    lengths: { SIM_SEEDS: '2000', PROPERTY_SEED: '7' },
  }
  const results = { startTime: Date.parse('2026-11-23T01:00:00Z'), numTotalTests: 6_012, numPassedTests: 6_010 }
  const files = [{ status: 'passed' }, { status: 'failed' }]

  const failed = { ...results, numFailedTests: 1, testResults: files }
  const passed = { ...results, numPassedTests: 6_012, numFailedTests: 0, testResults: files.slice(0, 1) }
  const before = replaceLongRun(page, parseLongRun(failed, circumstances))
  const after = replaceLongRun(before, parseLongRun(passed, circumstances))

  expect(before).toContain(
    'On 2026-11-23 `npm run test:long` ran 6,012 tests in 2 files, in 41 minutes on 2 cores: 6,010 passed, 1 failed in 1 files, 1 were not run here. It played `SIM_SEEDS=2000` `PROPERTY_SEED=7`.',
  )
  expect(after).toContain('6,012 tests in 1 files, in 41 minutes on 2 cores: 6,012 passed, none failed.')
  expect(after).not.toContain('1 failed in')
  expect(parseFaultTable(after)).toEqual(parseFaultTable(page))
})
