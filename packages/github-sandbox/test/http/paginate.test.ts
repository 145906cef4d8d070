import { expect, test } from 'vitest'
import { paginate } from '../../src/http/paginate.ts'

const items = Array.from({ length: 250 }, (_, index) => index)

test('pages hold thirty unless told, and a hundred at most', () => {
  expect(paginate(items, new URL('http://x/list')).page).toHaveLength(30)
  expect(paginate(items, new URL('http://x/list?per_page=500')).page).toHaveLength(100)
})

test('a page in the middle links to all others', () => {
  const { page, link } = paginate(items, new URL('http://x/list?state=all&per_page=100&page=2'))

  expect(page[0]).toBe(100)
  expect(link).toBe(
    [
      '<http://x/list?state=all&per_page=100&page=1>; rel="prev"',
      '<http://x/list?state=all&per_page=100&page=3>; rel="next"',
      '<http://x/list?state=all&per_page=100&page=3>; rel="last"',
      '<http://x/list?state=all&per_page=100&page=1>; rel="first"',
    ].join(', '),
  )
})

test('a single page links nowhere', () => {
  expect(paginate([1, 2], new URL('http://x/list')).link).toBeUndefined()
})

test('a page that is no number is refused', () => {
  expect(() => paginate(items, new URL('http://x/list?page=two'))).toThrow(/page/)
})
