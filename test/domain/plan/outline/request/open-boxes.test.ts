import { expect, test } from 'vitest'
import { planWritten } from '../../../../support/plans/written-issues.ts'

const history =
  '### Steps / History\n\n- [x] Implementation: #12\n- [ ] `impl TrustedLen for Chunks`\n- [ ] Stabilization PR\n'

test('an open box below a heading of another kind is asked about', () => {
  const { gives, says } = planWritten('Tracking Issue for `chunks`', history)

  expect(gives).toBe('question')
  expect(says).toContain('Lines 4 and 5 are open boxes')
})

test('a task list of GitHub has its boxes', () => {
  const list =
    '```[tasklist]\n### Basics\n- [x] List variables\n- [ ] Add a variable editor\n- [ ] Remove the old page\n```\n'

  expect(planWritten('Settings', list)).toMatchObject({ gives: 'plan', tasks: 2 })
})

test('open boxes that are links to other issues are said to be that', () => {
  const list = '```[tasklist]\n- [x] List variables\n- [ ] https://github.com/octo/clock/issues/12\n```\n'

  expect(planWritten('Settings', list).says).toMatch(/^Line 3 only names another issue/)
})

test('a question does not say that no sentence tells it while a box is open', () => {
  const { says } = planWritten(
    'Slow start',
    'Found in the nightly.\n\n- [ ] a profile of the start with all plugins\n- [ ] is it the cache?\n',
  )

  expect(says).not.toContain('No sentence')
})

test('of a list of like items none is taken alone', () => {
  const list =
    '* Regexes - the tool now has a `-P` flag.\n* Output - Should be `--sort path` now.\n* Lines - The `-U` flag does this.\n'

  const { gives, criteria } = planWritten('corrections for the tool', `Some additions:\n\n${list}`)

  expect({ gives, n: criteria.length }).toEqual({ gives: 'reading', n: 4 })
})

test.each(['Sunset v1', '[EPIC] Sunset v1'])('boxes that are ticked are never work: %s', (title) => {
  const body = '**Goal:** Make v2 the default.\n\n**Tasks:**\n- [x] Update the `parser` to v2\n- [x] Announce it\n'

  const { gives, says, criteria } = planWritten(title, body)

  expect({ gives, criteria }).toEqual({ gives: 'question', criteria: [] })
  expect(says).toContain('All boxes are ticked (lines 4 and 5)')
})

test('what is said below the ticked boxes is still wanted', () => {
  const body = '- [x] Update the `parser` to v2\n\nStill open: `parse()` should accept dates.\n'

  expect(planWritten('Sunset v1', body)).toMatchObject({ gives: 'reading' })
})

test('before and after of a checklist are no report', () => {
  const body = '## Before\n\n- [x] Update `a.md`\n\n## After\n\n- [x] Create packages\n- [ ] Update `docs/site.md`\n'

  expect(planWritten('Release 4', body)).toMatchObject({ gives: 'plan', criteria: ['Update `docs/site.md`'] })
})
