import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCompatibility, replaceCompatibility } from '../../scripts/docs/compatibility-table.ts'
import { ruleRows } from '../e2e/rules/support/rule-rows.ts'
import { root } from './read/read-pages.ts'

const page = await readFile(join(root, 'docs/compatibility.md'), 'utf8')

test('docs/compatibility.md says of each rule what the tests play, and each was played', () => {
  const listed = parseCompatibility(page)

  expect(listed.map(({ rule, happens }) => ({ rule, happens }))).toEqual(
    ruleRows.map(({ rule, happens }) => ({ rule, happens })),
  )
  expect(listed.filter(({ on }) => !/^\d{4}-\d\d-\d\d$/.test(on))).toEqual([])
})

test('a rule that was played gets its day, and others keep theirs', () => {
  const [first, second] = parseCompatibility(page)

  const after = parseCompatibility(replaceCompatibility(page, ruleRows, new Map([[first?.rule ?? '', '2030-01-01']])))

  expect(after[0]).toEqual({ ...first, on: '2030-01-01' })
  expect(after[1]).toEqual(second)
})
