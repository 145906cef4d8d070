import { expect, test } from 'vitest'
import { sayToWhat } from '../../../../src/domain/work/plan-life/say-to-what.ts'

const id = '0123456789ab'

test.each(['yes', 'Yes, please!', 'ok', "that's right", 'Looks good, thanks', 'yes.\nT1: 2d', '是的。', 'oui', 'はい'])(
  '“%s” is said to the reading that was asked about',
  (text) => {
    expect(sayToWhat(text, id).split('\n')[0]).toBe(`yes (reading@${id})`)
    expect(sayToWhat(text, id).split('\n').slice(1)).toEqual(text.split('\n').slice(1))
  },
)

test.each(['yes, but only on Linux', 'yes and document it', 'no', 'Acceptance: yes', 'T1: 2d\nyes', ''])(
  '“%s” stays as it is',
  (text) => {
    expect(sayToWhat(text, id)).toBe(text)
  },
)

test('where nothing was asked about, a yes is a word like any other', () => {
  expect(sayToWhat('yes', undefined)).toBe('yes')
})
