import { expect, test } from 'vitest'
import { copyData } from '../../../../src/domain/work/draft/copy-data.ts'

test('a copy of frozen data may be changed, and the data stays as it was', () => {
  const data = Object.freeze({ list: Object.freeze([Object.freeze({ name: 'one' })]), nothing: null, count: 2 })

  const copy = copyData(data) as { list: { name: string }[]; nothing: null; count: number }
  copy.list.push({ name: 'two' })

  expect(copy).toEqual({ list: [{ name: 'one' }, { name: 'two' }], nothing: null, count: 2 })
  expect(data).toEqual({ list: [{ name: 'one' }], nothing: null, count: 2 })
})

test('a name that means something to objects is a name like any other', () => {
  const data = JSON.parse('{"__proto__":{"role":"admin"}}') as Record<string, unknown>

  const copy = copyData(data)

  expect(JSON.stringify(copy)).toBe('{"__proto__":{"role":"admin"}}')
  expect(copy['role']).toBeUndefined()
})
