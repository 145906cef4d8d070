import { expect, test } from 'vitest'
import { planWritten } from '../../../../../support/plans/written-issues.ts'

test.each([
  [
    'a step to see it, below a title that says what is wrong',
    'Notebooks with a slider don’t work in the offline viewer',
    'include the following in a cell after the first\n\nThe slider is grey.',
    ['Fixed: Notebooks with a slider don’t work in the offline viewer'],
  ],
  [
    'what must be so of another thing',
    'Print the labels of a shelf',
    'The ink must match the cartridge exactly, as its manual has it.',
    ['Print the labels of a shelf'],
  ],
  [
    'alternatives of which nobody has chosen one',
    'Proxy lacks support for custom headers (X-Request-Id)',
    'It should be one of:\n\n- a list of headers, or\n- a switch for the usual one',
    ['Fixed: Proxy lacks support for custom headers (X-Request-Id)'],
  ],
  [
    'what is out of scope',
    '[Feature] Support rigid bodies in the cloth solver',
    '### Proposal\n\nAdd rigid bodies that collide with cloth.\n\nOut of scope:\n\n- Hinges between rigid bodies',
    ['Support rigid bodies in the cloth solver', 'Add rigid bodies that collide with cloth.'],
  ],
  [
    'what stops somebody today',
    'Resolve the lock file without installing (`apm lock`)',
    'This blocks the way of working that users of dotfiles expect:\n\n1. Edit `apm.yml`\n2. Commit `apm.lock.yaml`',
    ['Resolve the lock file without installing (`apm lock`)'],
  ],
])('%s is no criterion', (_what, title, body, criteria) => {
  expect(planWritten(title, body)).toMatchObject({ gives: 'reading', criteria })
})

test.each([
  ['Retries not working?', 'Looking for help to find out why this never retries.'],
  ['No offline map?', 'I can plan a route with the front end, but I don’t see a map.\nWhat can I do?'],
])('a tale below a title that asks is asked about: %s', (title, body) => {
  const { gives, says } = planWritten(title, body)

  expect(gives).toBe('question')
  expect(says).toContain('reads like a question')
})

test.each([
  ['[Feature Request] Easy To Use Notation Input', 'I lose much time with the mouse when I write a score.'],
  ['Usage of subscriptions instead of polling', 'It could be a nice feature to use subscriptions to get values.'],
])('a wish is not turned into what must be gone: %s', (title, body) => {
  expect(planWritten(title, body).criteria.join('\n')).not.toMatch(/No longer|Fixed/)
})

test('an order before a colon is none where the rest tells what fails', () => {
  const { criteria } = planWritten('Extract notes: text not extracted when marked elsewhere', 'The notes have no text.')

  expect(criteria).toEqual(['Fixed: Extract notes: text not extracted when marked elsewhere'])
})

test('one ticked box of a template above a story is a choice, and leaves all to be done', () => {
  const title = 'Install blocked by another registry that the lock file names'
  const body =
    '- [x] it does something I don’t understand\n\n### What is going wrong?\n\nThe install freezes since the update. Without the lock file it installs. The registry that it names can’t be reached from here. The log has no line about the registry. A warning about the registry might help others.'

  expect(planWritten(title, body).says).not.toContain('All boxes are ticked')
})
