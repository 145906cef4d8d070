import { expect, test } from 'vitest'
import { RowIndex } from '../../../../src/domain/gate/draft/gate-rows.ts'

const row = (key: string, at: number) => ({ key, at })

test('rows of a key are found in their order, those that were pushed later too', () => {
  const rows = [row('a', 1), row('b', 2), row('a', 3)]
  const index = new RowIndex(
    () => rows,
    (one) => one.key,
  )
  const before = index.of('a').map((one) => one.at)
  rows.push(row('a', 4), row('c', 5))

  expect(before).toEqual([1, 3])
  expect(index.of('a').map((one) => one.at)).toEqual([1, 3, 4])
  expect(index.of('c')).toEqual([row('c', 5)])
})

test('what no row has is found nowhere', () => {
  const index = new RowIndex(
    () => [row('a', 1)],
    (one) => one.key,
  )

  expect(index.of('__proto__')).toEqual([])
})
