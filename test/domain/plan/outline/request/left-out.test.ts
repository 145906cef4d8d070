import { expect, test } from 'vitest'
import { planFromText } from '../../../../../src/domain/plan/outline/plan-from-text.ts'

function readBesides(title: string, body: string): { must: string[]; besides: string[] } {
  const answer = planFromText(title, body, '')
  const reading = answer.kind === 'needs_input' ? answer.reading : undefined
  if (reading?.certain !== true) throw new Error(`it is not put to a yes: ${JSON.stringify(answer)}`)
  return { must: reading.criteria.map(({ text }) => text), besides: (reading.told ?? []).map(({ text }) => text) }
}

test('what describes a wish in the same paragraph is shown beside it', () => {
  expect(
    readBesides(
      'Owner page',
      'Each owner should have a page of their own. The page lists pets, visits and open bills.',
    ),
  ).toEqual({
    must: ['Each owner should have a page of their own.'],
    besides: ['The page lists pets, visits and open bills.'],
  })
})

test('what is shown in code below a wish is shown beside it', () => {
  const body =
    'By default a report should have the zone of its user. It can be changed like this:\n\n```yaml\nzone: UTC\n```\n'

  expect(readBesides('Support zones', body).besides).toEqual([expect.stringContaining('`zone: UTC`')])
})

test('what its text tells besides a sentence that is read is shown, its list and its questions too', () => {
  const body =
    'The table should have a filter. It may stand above the columns of the list.\n\nScope:\n- One filter for the whole clinic\n- Filters of single vets\n\nDoes it need an index of all visits?'

  expect(readBesides('Visits', body).besides).toEqual([
    'It may stand above the columns of the list.',
    'One filter for the whole clinic',
    'Filters of single vets',
    'Does it need an index of all visits?',
  ])
})

test('a link is shown behind what announces it', () => {
  expect(readBesides('Calendar', 'consider using the following layouts\n\nhttps://example.org/layouts').must).toEqual([
    'consider using the following layouts https://example.org/layouts',
  ])
})

test.each(['Then everybody could find their visit.', 'Currently people scroll through hundreds of visits.'])(
  'what it is good for, and how it is today, is told besides: %s',
  (told) => {
    expect(readBesides('Visits', `The table should have a filter. ${told}`).besides).toEqual([told])
  },
)

test.each([
  ['thanks', 'The table should have a filter. Thanks for the great work on this clinic!'],
  ['the same again', 'The table should have a filter. A filter for the table.'],
])('%s are not told besides', (_what, body) => {
  expect(readBesides('Visits', body)).toEqual({ must: ['The table should have a filter.'], besides: [] })
})

test('a yes is said to what is read, whatever is told besides', () => {
  const wish = 'Each owner should have a page of their own.'
  const id = (body: string): string | undefined => {
    const answer = planFromText('Owner page', body, '')
    return answer.kind === 'needs_input' ? answer.reading?.id : undefined
  }

  expect(id(`${wish} The page lists pets, visits and open bills.`)).toBe(id(wish))
})
