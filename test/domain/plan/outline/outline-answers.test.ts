import { expect, test } from 'vitest'
import { planFromText } from '../../../../src/domain/plan/outline/plan-from-text.ts'
import { planWritten } from '../../../support/plans/written-issues.ts'

const title = 'htmlEscape crashes when value is a number'
const body = 'It throws a TypeError.\n\nSeen in `index.js`.'

const criteriaOf = (answer: string): string[] => planWritten(title, body, answer).criteria

test.each([
  ["It should return '42'", ["It should return '42'"]],
  ["I would expect '42'.", ["I would expect '42'."]],
  ["Expected: '42'", ["Expected: '42'"]],
  ["no, it should return '42'", ["It should return '42'"]],
  ['htmlEscape(42) returns "42"', ['HtmlEscape(42) returns "42"']],
  ["Thanks! It should return '42'. What do you think?", ["It should return '42'."]],
  ["It should return the number\nas a string, like '42'.", ["It should return the number as a string, like '42'."]],
  ["It should return '42'.\nIt must not throw.", ["It should return '42'.", 'It must not throw.']],
  ["- returns '42' for 42\n- throws for objects", ["Returns '42' for 42", 'Throws for objects']],
  ['返回字符串 "42"', ['返回字符串 "42"']],
])('asked what should be so, people answer %j', (answer, criteria) => {
  expect(criteriaOf(answer)).toEqual(criteria)
  expect(planWritten(title, body, answer).gives).toBe('plan')
})

test.each([
  ["Acceptance criteria: returns '42'", ["returns '42'"]],
  ["**Definition of done:** returns '42'", ["returns '42'"]],
  ["AC: returns '42'", ["returns '42'"]],
  ["验收清单：返回 '42'", ["返回 '42'"]],
  ["Akzeptanzkriterien: liefert '42'", ["liefert '42'"]],
  ["## Acceptance criteria\n- returns '42'", ["returns '42'"]],
  ["It should return '42'.\n\n## Acceptance criteria", ["It should return '42'."]],
])('a title of criteria is no part of them, wherever it stands: %j', (answer, criteria) => {
  expect(criteriaOf(answer)).toEqual(criteria)
})

test.each(['Acceptance criteria:', '### Acceptance criteria', '**Definition of done**', 'Acceptance:\n\nTasks:'])(
  'a title with nothing below it is told to say nothing: %j',
  (answer) => {
    const planned = planFromText(title, body, answer)

    expect(planned).toMatchObject({
      kind: 'needs_input',
      lacks: expect.arrayContaining([
        expect.stringMatching(/^"(Acc|Def)[\w ]+" is not followed: nothing stands below it\.$/),
        expect.stringContaining('`/answer It should …`'),
      ]),
    })
  },
)

test('beside what was understood, a title with nothing below it is noted', () => {
  const { notes } = planWritten(title, body, "It should return '42'.\n\n## Acceptance criteria")

  expect(notes).toContain('"Acceptance criteria" is not followed: nothing stands below it.')
})

test.each([
  'no',
  'not that',
  'Thanks!',
  'What do you mean?',
  'I have no idea',
  'I looked into it yesterday',
  'asap please',
])('what is no criterion is answered in its own words with what would be one: %s', (answer) => {
  const planned = planFromText(title, body, answer)

  expect(planned).toMatchObject({
    kind: 'needs_input',
    lacks: [`"${answer}" does not say what should be so.`, expect.stringContaining('`/answer It should …`')],
    reading: { certain: true },
  })
})

test('an answer that was read settles the one before it that was not', () => {
  const planned = planFromText(title, body, "no, not like that\nIt should return '42'")

  expect(planned).toMatchObject({ kind: 'draft' })
  expect(JSON.stringify(planned)).not.toContain('not like that')
})

test('an answer takes the place of what was only read, and comes beside what yes was said to', () => {
  const { says: id } = planWritten(title, body)
  const yes = `yes (reading@${id}) by @ada at 2026-11-21T03:12:00.000Z`

  const instead = planWritten(title, body, "It should return '42'")
  const besides = planWritten(title, body, `${yes}\nAcceptance: it returns '42'`)
  const said = planWritten(title, body, `${yes}\nIt should return '42'`)

  expect(instead.criteria).toEqual(["It should return '42'"])
  expect(besides.criteria).toEqual([`No longer: ${title}`, "it returns '42'"])
  expect(said.criteria).toEqual([`No longer: ${title}`, "It should return '42'"])
})

test('the plan names who said yes, when and to which words', () => {
  const { says: id } = planWritten(title, body)

  const { notes } = planWritten(title, body, `yes (reading@${id}) by @ada at 2026-11-21T03:12:00.000Z`)

  expect(notes).toContain(
    `When it is done was read from the text of the issue, and @ada said yes to that on 2026-11-21 03:12 UTC: the title.`,
  )
})

test('beside a plan of several tasks a sentence is no change to it', () => {
  const planned = planFromText('Two pages', '- [ ] T1: Write `a.md`\n- [ ] T2: Write `b.md`\n', 'They should be short')

  expect(planned).toMatchObject({
    kind: 'needs_input',
    lacks: ['"They should be short" can not be read as a change to the plan.', expect.any(String)],
  })
})

test.each(['It greets nobody', 'Greet the owners in `CODEOWNERS`'])(
  'what no task may touch is not offered as what this one may touch: %s',
  (about) => {
    const text =
      'It throws. I would expect a greeting. See `src/greet.js`, `CODEOWNERS` and `.github/workflows/ci.yml`.'

    expect(planFromText(about, text, '')).toMatchObject({ kind: 'needs_input', reading: { paths: ['src/greet.js'] } })
  },
)

test('the emphasis of what was said yes to is no part of the criterion', () => {
  const text = 'It throws. I would expect `a ** b` **must** return 1.'
  const asked = planFromText('It crashes', text, '')
  const id = asked.kind === 'needs_input' ? asked.reading?.id : undefined

  const planned = planFromText('It crashes', text, `yes (reading@${id})`)

  expect(asked).toMatchObject({ reading: { criteria: [{ text: 'I would expect `a ** b` must return 1.' }] } })
  expect(JSON.stringify(planned)).not.toContain('**must')
})
