import { expect, test } from 'vitest'
import { planFromText } from '../../../../../../src/domain/plan/outline/plan-from-text.ts'
import { planWritten } from '../../../../../support/plans/written-issues.ts'

test.each([
  [
    'an order',
    'Ship presets for the plugin',
    'Right now there are none built in. I will also include one for the playhead.',
    ['Ship presets for the plugin'],
  ],
  [
    'a name of what is to be had',
    'Load or save a preset by MIDI input',
    'The music changes, and another preset is loaded then.',
    ['Load or save a preset by MIDI input'],
  ],
  [
    'a statement of what is wrong, without a word for it',
    'Citations render as "?" in some papers',
    'Citations are question marks. However, the bibliography has the number.',
    ['No longer: Citations render as "?" in some papers'],
  ],
  [
    'a complaint below a name',
    'Karaoke sync',
    'Playback of karaoke files is 3 seconds slow, out of sync with the music.',
    ['No longer: Playback of karaoke files is 3 seconds slow, out of sync with the music.'],
  ],
  [
    'a wish below a name',
    'PDF export of maps',
    'It is possible to have a PDF version of them so they can be shared?',
    ['A PDF version of them so they can be shared'],
  ],
  [
    'an order whose verb may be a noun',
    'Insert the snippet at the cursor rather than at the end',
    'I write formulas with it, and the whole line is moved each time.',
    ['Insert the snippet at the cursor rather than at the end'],
  ],
  [
    'an order, though its details are hedged',
    'Allow drag-and-drop to move full stacks',
    '### Solution you would like\n\nMake it so that a click moves the whole stack, or something along those lines.',
    ['Allow drag-and-drop to move full stacks'],
  ],
  [
    'what could be added',
    'Inventory moves',
    'Many games have it. Can a click and a drag to move items be added?',
    ['A click and a drag to move items should be added'],
  ],
  [
    'an order and the points of it',
    'generator: add support for optional fields',
    'The format has them now.\n\n1. Determine how this affects the code\n2. Make any changes to the generator\n3. Provide an implementation of `features()`',
    [
      'generator: add support for optional fields',
      'Determine how this affects the code',
      'Make any changes to the generator',
      'Provide an implementation of `features()`',
    ],
  ],
  [
    'fields that are to be added',
    'Overtime salary feature in payroll',
    'As discussed, the following fields are to be added:\n\n- Rate per day for overtime\n- Total days worked on holiday',
    ['Overtime salary feature in payroll', 'Rate per day for overtime', 'Total days worked on holiday'],
  ],
  [
    'an issue that a tracker brought over in a code block',
    'Need a possibility to seek',
    '```\nIt would be great to be able to seek forward while playing videos.\nThanks!\n```\n\nOriginal issue reported on code.google.com by `ada` on 3 Jun 2010',
    ['It would be great to be able to seek forward while playing videos.'],
  ],
])('%s is put to a yes', (_name, title, body, criteria) => {
  const read = planWritten(title, body)

  expect({ gives: read.gives, criteria: read.criteria }).toEqual({ gives: 'reading', criteria })
})

test.each([
  ['how much is enough', 'Better help outputs', 'They should be read more easily.'],
  ['an alternative', 'Keep old values in the store', 'We can either overwrite them, or keep a few.'],
  ['what is only told', 'Another weather widget', 'This widget is a fork of yours: https://example.org/widget'],
  ['what happened to somebody', 'My order has not arrived', 'I ordered it three weeks ago.'],
  ['an activity', 'Importing recipes', 'I do it on Mondays with the exported files.'],
  ['a statement of how it is', 'Version 2 reaches its end of life in June', 'Version 3 has been out for a year.'],
  [
    'a name of what happens',
    'Cursor at the last position but one after expansion',
    'The cursor lands before the last character after expansion.',
  ],
  ['what must not be, of a mere name', 'Example of a shelf', 'Do not use a window for it, such as a shelf.'],
  ['a bare name', 'Circadian lighting', 'As of now I use another tool, which gets no updates.'],
  [
    'a list that is done in part',
    'Memory usage of the stack',
    '- Added tracking to it\n- Create an abstraction of allocation',
  ],
])('%s is asked about', (_name, title, body) => {
  expect(planWritten(title, body).gives).toBe('question')
})

test.each([
  ['how to do it', 'How to set the paper size', 'I need to print labels. So how can I set the paper size for the same'],
  ['help', 'Changing the size of fonts', 'There is no such option in my file. Please help.'],
  ['to be taught', 'Using grippers in a simulation', 'I want to use one. Please teach me the way.'],
])('who asks %s is told that it reads like a question, with their own words', (_name, title, body) => {
  const { gives, says, criteria } = planWritten(title, body)

  expect(gives).toBe('question')
  expect(says).toContain('This reads like a question')
  expect(criteria.length).toBeGreaterThan(0)
})

test('a step to see a bug is none of its wishes, and an order is never turned round', () => {
  const steps =
    '- open the editor\n- select bytes, the window should now say "2 selected"\n\nIt still says 2 after a click.'

  expect(planWritten('Editor: erroneous selection number', steps).criteria).toEqual([
    'No longer: Editor: erroneous selection number',
  ])
  expect(planWritten('Option for dragging a card instead of its icon', 'The icon is hard to hit.').criteria).toEqual([
    'Option for dragging a card instead of its icon',
  ])
})

test('what a text tells below a title that is read is shown besides, its questions too', () => {
  const body =
    'I measured `_mm_malloc`, which is slower here.\n\nOr we could switch between them by a flag of the build?'
  const answer = planFromText('Make `xaligned_malloc` the default', body, '')

  expect(answer).toMatchObject({
    reading: {
      certain: true,
      told: [
        { text: 'I measured `_mm_malloc`, which is slower here.' },
        { text: 'Or we could switch between them by a flag of the build?' },
      ],
    },
  })
})

test('beside what is said for sure, a doubt is shown and not asked about', () => {
  const { criteria } = planWritten(
    'Timeouts of the resolver',
    'A query should end after 5 seconds. Maybe the cache should be cleared then, too.',
  )

  expect(criteria).toEqual(['A query should end after 5 seconds.'])
})

test('a paragraph that begins with what somebody has is no promise of a form', () => {
  const body =
    'I have an awesome chart, thanks to you:\n\nIt would be great if the `options` had fields for the labels of axes.'

  expect(planWritten('Key labels for axes', body).gives).toBe('reading')
})
