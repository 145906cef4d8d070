import { expect, test } from 'vitest'
import { planFromText } from '../../../../../src/domain/plan/outline/plan-from-text.ts'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  [
    'a problem without a question',
    'Bluetooth audio',
    'Have the problem with both my phones. It works for a bit, then it is off.',
  ],
  [
    'a problem that is told beside one',
    'Week view',
    "I'm having a problem where the events are an hour late. Would you know the best solution?",
  ],
  [
    'what stands below a title that names something',
    'Scanned receipts by mail',
    'How does one get at these? Thank you in advance.',
  ],
  ['what is interesting', 'Connection is gone', 'What is interesting is that during that time the phone is warm.'],
  ['what a mark stands behind', 'Next: holidays on the calendar page?', 'Look into what the calendar may show.'],
  ['an idea with a mark', 'Another idea: a parser of our own?', 'Would mainly be of use for counting.'],
  [
    'a bug in a form, with a mark',
    'Charts ignore the time zone?',
    '### Describe the bug\n\nWhat zone are they in?\n\n### Steps to reproduce\n\nOpen a chart.',
  ],
  ['[FR] before a question', '[FR] widget planned?', 'Is there one?'],
])('nobody is sent away for %s', (_name, title, body) => {
  expect(planWritten(title, body).gives).not.toBe('declined')
})

test('who doubts that something is meant so is asked', () => {
  const body = 'I noticed that each query uses more of them. Does this sound like the correct behavior?'

  expect(planWritten('Use of tokens grows until a reset', body).gives).toBe('question')
})

test('a sentence that goes on with "keep changing" is no thanks', () => {
  const { gives } = planWritten(
    'Speed of a podcast',
    "If each podcast had its own speed I wouldn't have to keep changing it as the queue goes on.",
  )

  expect(gives).toBe('reading')
})

test.each([
  [
    'a version of a browser',
    'Missing glyphs',
    'Got:\n\n![x](https://example.org/x.png)\n\nExpected:\n\n![y](https://example.org/y.png)\n\nChrome Version 29.0.1547.65',
  ],
  [
    'what a program can not do',
    'Support thresholds in the graph',
    "## What did you expect to happen?\n\nGraph doesn't support thresholds",
  ],
  [
    'an order turned round',
    'Prevent crashing on duplicate permissions',
    'The plugin sometimes crashes, it can be ignored then.',
  ],
  ['what is a nuisance', 'Rotate scans', "In addition, it's irritating to have to scan a document again."],
  ['what somebody is to learn', 'How to manage drift in Runiac', 'Any document would help.'],
  ['an activity', 'Detecting and managing drift with Terraform', '## References\n\nhttps://example.org/drift'],
  ['where somebody was', 'Schedule doesn’t work properly', 'Running 0.3-beta and have been fighting with it.'],
  [
    'a feature that is only pointed at',
    'Autocomplete geocoders',
    'It would be nice if this feature could be used with it.',
  ],
  [
    'how it is in a language that is not read',
    'Daten vom Zähler hinzufügen',
    '# What happened?\n\nFeature Request: Der Stick kennt auch die Daten und sendet diese an das Portal. Könnte man auch diese Daten auslesen?\n\nWhich stick are you using?\n- X',
  ],
  [
    'what was done when it happened',
    'exporting plots to html when using the widget',
    '# Problem\n\nNow no images appear in the file.',
  ],
])('%s is never what must hold', (_name, title, body) => {
  const { gives, criteria } = planWritten(title, body)

  expect(gives === 'reading' && criteria.some((one) => body.includes(one) || one.startsWith('No longer: '))).toBe(false)
})

test('praise of an idea is not asked about', () => {
  const body =
    'It would be nice to see the fuel. I think this feature will be good for all drivers.\n\nPrimary labels: enhancement'

  expect(planWritten('Track of fuel', body).says).not.toContain('good for all')
})

test('what is so though it should not be is to be gone', () => {
  const { criteria } = planWritten(
    'Explorer does not turn on',
    'Turn it on.\n\nThe explorer does not open even though it should',
  )

  expect(criteria).not.toContain('The explorer does not open even though it should')
})

test('what hopes for a change is not sent away for its question', () => {
  const body = '现在的选项只能让字幕更早出现，希望能改成这种模式，或者我有什么办法能自己修改吗？'

  expect(planWritten('能修改字幕偏移设置吗？', body).gives).toBe('question')
})

test('a list of what an order adds belongs to it', () => {
  const body = '- Adding brightness by a schedule\n- Option for manual control of brightness'

  expect(planWritten('Add light control', body).criteria).toEqual([
    'Add light control',
    'Adding brightness by a schedule',
    'Option for manual control of brightness',
  ])
})

test('one thing that may be wanted below a name is put to a yes', () => {
  const body = 'I can combine it with `with_timeout` already. We could add a token to the call of the timer.'

  expect(planWritten('Timer with cancellation', body).criteria).toEqual([
    'We could add a token to the call of the timer.',
  ])
})

test('what somebody thinks could be added is put to a yes', () => {
  const body =
    'I think we could add a feature to let people know when items in their cart drop in price.\n\nThis will have them act.'

  expect(planWritten('New Feature', body).criteria).toEqual([expect.stringContaining('we could add a feature')])
})

test('an ability in a title is quoted', () => {
  expect(planWritten('Users can adjust the serving size', '').says).toContain('is this what should be so')
})

test('praise is nothing to mend', () => {
  const body =
    'The warning about locks is fantastic!\n\nWhen adding an index it takes a lock that does not block others.'

  expect(planWritten('different locks for index operations?', body).says).not.toContain('fantastic')
})

test('a wish for what the title names is asked about', () => {
  expect(planWritten('Shell Completion', 'Shell completion would be very helpful.').gives).toBe('question')
})

test('of a long sentence whose words are not read the title is quoted', () => {
  const said = `Когда добавляю что-либо в ресурс, то при проверке не показано ничего, и ${'на деле это для меня не так, '.repeat(4)}должно быть показано.`

  expect(planWritten('drift', said).gives).toBe('question')
})

test.each([
  ['a question without a mark', 'Does this keyboard support swipes', ''],
  ['who is stuck', 'Sync of contacts', 'Looking for help to figure out why it never syncs. It stops at one.'],
  ['what they may have missed', "Jobs aren't retried", 'I run it with `--all`. Is there anything I am missing?'],
  [
    'who shows what a program printed',
    'problem with building',
    'I am new to this and please help me\n\nmake -j3 VERSION=5.19 all is what it runs.\n\nerror: package for 8192 is not found',
  ],
  ['which way to go', 'Animate the grid', 'I would like it to slide. Can someone point me in the right direction?'],
])('%s is no bug and no wish', (_name, title, body) => {
  expect(['question', 'declined']).toContain(planWritten(title, body).gives)
})

test('what is asked is shown beside the question about it', () => {
  const answer = planFromText('Sync of contacts', 'It runs once a day at noon. How does it choose the hour?', '')

  expect(answer).toMatchObject({
    kind: 'needs_input',
    reading: { told: expect.arrayContaining([{ text: 'How does it choose the hour?', line: 1 }]) as unknown },
  })
})

test('the picture of who wrote an issue is none of it', () => {
  const avatar = '![](https://avatars.githubusercontent.com/u/1?v=4)\n\nThe index is of tables alone.'

  expect(planWritten('Index', avatar).says).not.toContain('Pictures')
  expect(planWritten('Index', avatar.replace('avatars.', 'images.')).says).toContain('Pictures')
})
