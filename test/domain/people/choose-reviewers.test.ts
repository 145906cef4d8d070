import { expect, test } from 'vitest'
import { fc, test as property } from '../../support/property.ts'
import { listAway } from '../../../src/domain/people/away.ts'
import { chooseReviewers, type ReviewerChoice } from '../../../src/domain/people/choose-reviewers.ts'

const choose = (choice: Partial<ReviewerChoice>) =>
  chooseReviewers({ groups: [], barred: [], away: [], before: [], last: [], open: {}, most: 1, ...choice })

test.each<[string, Partial<ReviewerChoice>, string[]]>([
  ['who has the fewest reviews open', { groups: [['ada', 'bo', 'cy']], open: { ada: 2, bo: 1, cy: 1 } }, ['bo']],
  ['who judged it before, however busy', { groups: [['ada', 'bo']], open: { bo: 9 }, before: ['Bo'] }, ['bo']],
  ['as many as are wanted', { groups: [['ada', 'bo', 'cy']], most: 2, open: { ada: 1 } }, ['bo', 'cy']],
  ['nobody who is away', { groups: [['ada'], ['bo']], away: ['ADA'] }, ['bo']],
  ['nobody who may not judge, but a team', { groups: [['ada', 'acme/web']], may: ['bo'] }, ['acme/web']],
  ['not its author', { groups: [['ada'], ['ada', 'bo']], barred: ['ada'] }, ['bo']],
  ['who works on it only where nobody else is left', { groups: [['ada'], ['bo']], last: ['ada'] }, ['bo']],
  ['who works on it where nobody else is left', { groups: [['ada']], last: ['ada'] }, ['ada']],
  ['nobody where all are away', { groups: [['ada']], away: ['ada'] }, []],
])('asked is %s', (_who, choice, chosen) => {
  expect(choose(choice)).toEqual(chosen)
})

const names = fc.array(fc.constantFrom('ada', 'Ada', 'bo', 'cy', 'acme/web'), { maxLength: 5 })

property.prop({
  groups: fc.array(names, { maxLength: 4 }),
  barred: names,
  away: names,
  before: names,
  last: names,
  most: fc.integer({ min: 1, max: 4 }),
})('nobody is asked who is barred or away, nor anybody twice, nor more than are wanted', (choice) => {
  const chosen = choose(choice).map((name) => name.toLowerCase())

  const shut = [...choice.barred, ...choice.away].map((name) => name.toLowerCase())
  expect(chosen.length).toBeLessThanOrEqual(choice.most)
  expect(new Set(chosen).size).toBe(chosen.length)
  expect(chosen.filter((one) => shut.includes(one))).toEqual([])
})

test('an absence holds from its first day to its last', () => {
  const absences = [{ who: '@ada', from: '2026-12-24', until: '2027-01-06' }, { who: 'bo' }]

  expect(
    ['2026-12-23T23:59:00Z', '2026-12-24T00:00:00Z', '2027-01-06T23:00:00Z', '2027-01-07T00:00:00Z'].map((at) =>
      listAway(absences, at),
    ),
  ).toEqual([['bo'], ['ada', 'bo'], ['ada', 'bo'], ['bo']])
})
