import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

const bug = (expected: string): string =>
  `### Expected behavior\n\n${expected}\n\n### Actual behavior\n\nThe lamp stays on when its door is closed.\n`

test.each([
  '[What you expect to happen]',
  '`[e.g. the lamp goes out]`',
  '<what should have happened>',
  '(leave empty)',
  '<!-- what should have happened -->',
  'Describe what you expected to happen',
  '*Please describe the expected behaviour.*',
  'Explain what should happen instead of what does.',
  'Your expectation goes here',
  'Given ___ when ___ then ___',
  '请描述您期望的行为',
  '(在此填写期望的结果)',
  'ここに期待する動作を記入してください',
  'Beschreiben Sie, was Sie erwartet haben',
])('%s was expected by nobody, so the bug itself is read', (expected) => {
  expect(planWritten('Lamp of the shed', bug(expected))).toMatchObject({
    gives: 'reading',
    criteria: ['No longer: The lamp stays on when its door is closed'],
  })
})

test.each([
  'Describe the new behaviour in the README',
  'Explain what happens when the TTL is zero',
  'The list begins with [Unreleased]',
  'The `<Button>` has a [label](docs/label.md)',
  'Add details of the lock to `docs/lock.md`',
  'The door (optional) is closed',
  'GET /users/{id}/posts/{post} answers 404 for a draft',
  'The <header> and <footer> of the page are drawn once',
  'It returns [start, end] and not [end, start]',
])('%s is what its author wants', (criterion) => {
  expect(planWritten('Shed', `## Acceptance criteria\n\n- ${criterion}\n`).criteria).toEqual([criterion])
})

test.each([
  [
    'boxes of a template',
    'Shed',
    '## Tasks\n\n- [ ] [Task 1]\n- [ ] Task 2\n\n## Acceptance criteria\n\n- Criterion 1\n',
  ],
  ['a title', 'Task: [short title]', '## Acceptance criteria\n\n- [ ] Tests added\n- [ ] Docs updated\n'],
  [
    'a story',
    'Shed',
    'As a xxx I want to yyy because of zzz.\n\n## Acceptance criteria\n\n- [ ] a list of what must hold\n',
  ],
  ['labels', 'Shed', '## Suggestion\n\n- Version: (e.g. 5.0)\n- What you propose: xxx\n'],
  [
    'hints in italics',
    'Story 12',
    '## Acceptance criteria\n*What can be verified to be sure?*\n\n## Tasks\n*If relevant, you can make a list.*\n',
  ],
])('with placeholders in %s nothing is offered', (_what, title, body) => {
  expect(planWritten(title, body).gives).toBe('question')
})

test('a box in which a blank was forgotten is one', () => {
  expect(planWritten('Shed', '-[ ] Paint the door\n-[x] Buy paint\n')).toMatchObject({
    gives: 'plan',
    criteria: ['Paint the door'],
  })
})
