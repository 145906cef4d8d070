import { expect, test } from 'vitest'
import { shortenTitle } from '../../../src/views/markdown/shorten-title.ts'

test.each([
  ['a short title stays', 'Write: docs/a.md', 40, 'Write: docs/a.md'],
  ['the end of a part stays', 'Write all the pages anew: docs/a.md', 30, 'Write all the page…: docs/a.md'],
  ['a long end is cut as any text', 'Write: docs/a.md, docs/b.md and 7 more', 20, 'Write: docs/a.md, d…'],
  ['code is not cut open', 'Write `docs/first.md` and `docs/second.md` anew', 36, 'Write `docs/first.md` and…'],
  ['nor in front of an end', 'Write `a.md` and `docs/second.md`: a.md', 28, 'Write `a.md` and…: a.md'],
])('%s', (_, title, limit, shown) => {
  expect(shortenTitle(title, limit)).toBe(shown)
})
