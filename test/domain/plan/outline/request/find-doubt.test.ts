import { expect, test } from 'vitest'
import type { Doubt } from '../../../../../src/domain/plan/outline/read/task-outline.ts'
import { findDoubt } from '../../../../../src/domain/plan/outline/request/find-doubt.ts'
import { askAboutDoubt } from '../../../../../src/domain/plan/outline/request/asks/ask-openly.ts'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each<[string, Doubt | undefined]>([
  ['It should probably be `--save-dev`.', 'hedged'],
  ['Should it be `--save-dev`?', 'asked'],
  ['No longer: Path traversal vulnerability', 'named'],
  ['No longer: Memory leak in the worker', undefined],
  ['The list is sorted.', undefined],
])('%s: %j', (text, doubt) => {
  expect(findDoubt({ text, line: 3 })).toBe(doubt)
})

const doubts = ['hedged', 'asked', 'named', 'told', 'motive', 'among'] as const

test.each(doubts)('what is %s is quoted in the question', (doubt) => {
  const nothing = { wanted: [], wrong: [], told: [], topic: undefined }

  const asked = askAboutDoubt('Page', doubt, { text: 'No longer: The list is long.', line: 3 }, nothing, false)

  expect(asked).toMatchObject({
    kind: 'needs_input',
    lacks: [expect.stringMatching(/^“The list is long” \(line 3\)[^]*\? Say it here/)],
  })
})

test.each([
  [
    'a hedge',
    'docs: wrong flag',
    'I guess it should probably be `--save-dev`.',
    '“I guess it should probably be `--save-dev`” (line 1) is not said for sure',
  ],
  [
    'what is wrong',
    'Is saving meant to do nothing on some days?',
    'It is not saved then. Are there settings for it?',
    'This reads like a question.',
  ],
  [
    'a topic',
    'Dark mode',
    'My eyes hurt at night.',
    '“Dark mode” (the title): how would somebody tell that it is done?',
  ],
  [
    'German',
    'Kaputte Umlaute auf der Fehlerseite',
    'Die Umlaute sind kaputt, wenn ich die Seite aufrufe.',
    '“Kaputte Umlaute auf der Fehlerseite” (the title): what should be so instead',
  ],
  [
    'a wish that is left open',
    'Lists of the page',
    'We could keep two lists, or one of both kinds.',
    '“We could keep two lists, or one of both kinds” (line 1): how would somebody tell that it is done?',
  ],
])('the question of %s quotes it', (_name, title, body, question) => {
  const { gives, says } = planWritten(title, body)

  expect(gives).toBe('question')
  expect(says).toContain(question)
})

test.each([
  ['what should be so of a thing in passing', 'Builds that should fail pass in our pipeline now and then.'],
  ['an offer to hear', 'Any insights or guesses would be much appreciated.'],
  ['what only explains', 'This is misleading in pipelines, where we would want a build to report an error.'],
])('%s is not wanted', (_name, body) => {
  expect(planWritten('Orders page', body)).not.toMatchObject({ gives: 'reading', criteria: [body] })
})

test('in a report, what users do is no order', () => {
  const body =
    '**Bug steps:**\n1. Install it\n2. Change the time zone\n\nUse the basic picker without any config here: https://example.com/\n'

  const { criteria } = planWritten('A browser time zone incorrectly changes the month of the picker', body)

  expect(criteria).toEqual(['No longer: A browser time zone incorrectly changes the month of the picker'])
})

test('nobody is sent away whose title tells of trouble', () => {
  const body = 'When I try to save, the tool gives a message with "Success" in it. Maybe just the parser being off?'

  expect(planWritten('Storing not possible in current version', body).gives).not.toBe('declined')
})

test('what never was so is not what is expected', () => {
  const body =
    '### Current behavior\n\nThe heap is growing at 1 GB an hour.\n\n### Expected behavior\n\nIn older versions we haven’t seen this issue before.\n'

  expect(planWritten('Heap memory usage growing', body).criteria).not.toContainEqual(expect.stringContaining('older'))
})
