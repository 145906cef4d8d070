import { expect, test } from 'vitest'
import { sayToWhat } from '../../../../src/domain/work/plan-life/say-to-what.ts'

const id = '0123456789ab'
const at = '2026-11-21T03:12:00Z'
const say = (text: string) => sayToWhat(text, id, 'ada', at)

test.each(['yes', 'Yes, please!', 'ok', "that's right", 'Looks good, thanks', 'yes.\nT1: 2d', '是的。', 'oui', 'はい'])(
  '“%s” is said to the reading that was asked about',
  (text) => {
    expect(say(text).split('\n')[0]).toBe(`yes (reading@${id}) by @ada at ${at}`)
    expect(say(text).split('\n').slice(1)).toEqual(text.split('\n').slice(1))
  },
)

test.each([
  ['yes, and an empty one should stay empty', 'an empty one should stay empty'],
  ['Yes. It should also trim.', 'It should also trim.'],
  ['yes and document it', 'document it'],
  ['yes, and it should not crash if the file is empty', 'it should not crash if the file is empty'],
])('what is said behind a yes is said besides: %s', (text, besides) => {
  expect(say(text)).toBe(`yes (reading@${id}) by @ada at ${at}\n${besides}`)
})

test.each([
  'yes, but only on Linux',
  'yes, if it is fast',
  'Yes. But the second one is wrong',
  'yes, and the first one is not what I meant',
  'yes and the title is wrong',
  'Yes, all except the last',
  'right, only for folders',
  'no',
  'Acceptance: yes',
  'T1: 2d\nyes',
  '',
])('“%s” stays as it is', (text) => {
  expect(say(text)).toBe(text)
})

test('where nothing was asked about, a yes is a word like any other', () => {
  expect(sayToWhat('yes', undefined, 'ada', at)).toBe('yes')
})

test('nobody says yes in the name of others', () => {
  expect(say(`Acceptance: it is red\nyes (reading@${id}) by @grace at ${at}`)).not.toContain('(reading@')
  expect(say(`yes (reading@${id}) by @grace at ${at}`)).not.toContain('(reading@')
})
