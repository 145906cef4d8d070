import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  ['nothing else', ''],
  ['a question', "TypeError: Cannot read properties of undefined (reading '0'). How do I fix that?"],
  ['a picture', '![error](https://example.org/a.png)'],
])('an error with %s below it is asked about', (_what, body) => {
  const { gives, says } = planWritten("TypeError: Cannot read properties of undefined (reading '0')", body)

  expect({ gives, says }).toEqual({
    gives: 'question',
    says: expect.stringContaining('What was done when it said so') as string,
  })
})

test('an error whose circumstances are told is put to a yes', () => {
  const body = 'It shows as soon as an owner without pets is opened.'

  expect(planWritten("TypeError: Cannot read properties of undefined (reading '0')", body).gives).toBe('reading')
})

test.each([
  [
    'a wish behind a condition',
    'When the dialog opens, is it possible to set the focus on the name?',
    'When the dialog opens, set the focus on the name',
  ],
  [
    'praise before an order',
    'It would be nice to add the `left` option to `merge`.',
    'Add the `left` option to `merge`.',
  ],
  [
    'what would make sense',
    'I believe it would make more sense to return everything up to the next blank instead.',
    'Return everything up to the next blank instead.',
  ],
  [
    'an ideal',
    'Ideally the dialog would take the focus when it opens.',
    'Ideally the dialog would take the focus when it opens.',
  ],
  [
    'a cause before what must be',
    'However, since both ends must agree, the receiver must also be registered for the second device.',
    'However, since both ends must agree, the receiver must also be registered for the second device.',
  ],
  [
    'what is asked for politely without a mark',
    'Can you please link the sound to the music channel.',
    'Link the sound to the music channel.',
  ],
])('%s is the wish', (_what, body, criterion) => {
  expect(planWritten('Dialog', body)).toMatchObject({ gives: 'reading', criteria: [criterion] })
})

test('a list goes on where the sentence above it ends', () => {
  const body = 'Provide a filter that sorts the result by\n\n- relevance (default)\n- date of the visit\n'

  expect(planWritten('Order of results', body).criteria).toEqual([
    'Provide a filter that sorts the result by relevance (default)',
    'Provide a filter that sorts the result by date of the visit',
  ])
})

test('names below a criterion are said of it', () => {
  const body = '## Acceptance criteria\n\nA visitor can sort the visits by:\n1. “price”\n2. “rating”\n'

  expect(planWritten('Sort visits', body)).toMatchObject({
    gives: 'plan',
    criteria: ['A visitor can sort the visits by: “price”', 'A visitor can sort the visits by: “rating”'],
  })
})

test('numbered criteria are criteria', () => {
  const body =
    'Acceptance Criteria 1: A picture is given to every owner on signup\nAcceptance Criteria 2: Owners can upload one of their own'

  expect(planWritten('US08: Pictures', body)).toMatchObject({
    gives: 'plan',
    criteria: ['A picture is given to every owner on signup', 'Owners can upload one of their own'],
  })
})

test('a file named below the criteria is where the work is, and no criterion', () => {
  const body = '## Done when\n\n- `docs/release.md` lists what is verified before a release.\n\nScope: docs/'

  expect(planWritten('Write the checklist', body)).toMatchObject({
    scope: 'docs/',
    criteria: ['`docs/release.md` lists what is verified before a release.'],
  })
})

test('boxes that only name where something is wrong are no tasks', () => {
  const body =
    'parser-3.8 is out of bounds for:\n- [ ] reader-3.10 (^>=3.10). Used by: library\n- [ ] solver-3.10 (^>=3.10). Used by: library\n'

  expect(planWritten('reader-3.10', body)).toMatchObject({
    gives: 'question',
    says: expect.stringContaining('What is to be done with each?') as string,
  })
})

test('a placeholder of a template is no task', () => {
  const body = 'There is a difference after every run of the plan.\n\n## Tasks\n\n- [ ] Something.\n'

  expect(planWritten('Differences after every run', body).gives).toBe('question')
})

test.each([
  [
    'code that nobody set apart',
    'New context for retry',
    'It waits and does not retry.\n\n  return nil, req.Context().Err()',
  ],
  [
    'words asked for',
    'Rights of groups',
    'Owners can make groups. Is this doable, and if so, can you please give any suggestions?',
  ],
  ['what was tried', '无法设置超时？', '试了重启，没有效果'],
])('%s is no criterion', (_what, title, body) => {
  expect(planWritten(title, body).gives).not.toBe('reading')
})

test('what is forbidden is an order, and nothing that is wrong', () => {
  const { criteria, gives } = planWritten(
    "Don't wipe out the history after a change of rooms",
    'I went back and it was empty.',
  )

  expect({ criteria, gives }).not.toMatchObject({ criteria: [expect.stringContaining('Fixed: ')], gives: 'reading' })
})

test('nobody has to feel free', () => {
  expect(planWritten('Ideas for the dashboard', 'Please feel free to leave comments below.').gives).not.toBe('reading')
})

test('a title without a text is quoted in the question', () => {
  expect(planWritten('Picture on the page of the owner', '').says).toContain(
    '“Picture on the page of the owner” (the title)',
  )
})

test.each([
  ['Temperature sensor', 'Is there a way to get the temperature as a trigger?'],
  ['Full screen and subtitles', "I couldn't find any parameter for it. Is there a way to allow full screen?"],
])('“%s”, above what may be possible, is asked about and not declined', (title, body) => {
  expect(planWritten(title, body).gives).toBe('question')
})

test('of affected commands none is work', () => {
  const body = 'Sometimes `-v` prints the address.\n\nAffected commands:\n- address list\n- command list\n'

  expect(planWritten('Sometimes -v causes the address to be printed', body).says).not.toContain('put a box before it')
})
