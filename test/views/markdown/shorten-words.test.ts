import { expect, test } from 'vitest'
import { shortenWords } from '../../../src/views/markdown/shorten-words.ts'

test.each([
  ['a name', 'Rename createOutlinePlannerFromText', 'Rename createOutlinePlann…'],
  ['a path, whose end says more', 'src/adapters/agents/outline/planner.ts', '…/planner.ts'],
  [
    'a path that goes on after a hyphen',
    'src/adapters/agents/outline/create-planner.ts',
    '…/outline/create-planner.ts',
  ],
  ['code, which stays closed', 'Move `src/adapters/agents/outline/planner.ts` away', 'Move `…/planner.ts` away'],
  ['a name in a folder that is too long itself', `src/${'a'.repeat(30)}`, `src/${'a'.repeat(14)}…`],
])('%s is cut where a phone has no room for it', (_, text, shown) => {
  expect(shortenWords(text, 19)).toBe(shown)
})

test('words that fit, and a language without spaces, stay whole', () => {
  const text = 'Check `src/auth.ts` 🚀 检查令牌是否过期时间以及刷新令牌的有效期限是否正确'

  expect(shortenWords(text, 19)).toBe(text)
})
