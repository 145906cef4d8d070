import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCompatibility, replaceCompatibility } from '../../scripts/docs/compatibility-table.ts'
import { ruleRows } from '../e2e/rules/support/rule-rows.ts'
import { storyRows } from '../e2e/rules/support/story-rows.ts'
import { root } from './read/read-pages.ts'

const page = await readFile(join(root, 'docs/compatibility.md'), 'utf8')

test.each([
  ['rules', ruleRows.map(({ rule, happens }) => ({ rule, happens }))],
  ['stories', storyRows.map(({ rule, happens, test: where }) => ({ rule, happens, test: where }))],
] as const)('docs/compatibility.md says of each of its %s what the tests play, and each was played', (table, rows) => {
  const listed = parseCompatibility(page, table)

  expect(listed.map(({ on: _on, ...row }) => row)).toEqual(rows)
  expect(listed.filter(({ on }) => !/^\d{4}-\d\d-\d\d$/.test(on))).toEqual([])
})

test.each([
  ['rules', ruleRows],
  ['stories', storyRows],
] as const)('of the %s one that was played gets its day, and others keep theirs', (table, rows) => {
  const [first, second] = parseCompatibility(page, table)

  const played = new Map([[first?.rule ?? '', '2030-01-01']])
  const after = parseCompatibility(replaceCompatibility(page, table, rows, played), table)

  expect(after[0]).toEqual({ ...first, on: '2030-01-01' })
  expect(after[1]).toEqual(second)
})
