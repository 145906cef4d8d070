import { expect, test } from 'vitest'
import { parseOutline } from '../../../../../src/domain/plan/outline/read/parse-outline.ts'

test('a block of tasks within a block of tasks is code, however deep they are nested', () => {
  const nodes = parseOutline('````[tasklist]\n- [ ] One\n\n```[tasklist]\n- [ ] Two\n```\n````\n')

  expect(nodes.map(({ kind, line }) => [kind, line])).toEqual([
    ['item', 2],
    ['fence', 4],
  ])
})
