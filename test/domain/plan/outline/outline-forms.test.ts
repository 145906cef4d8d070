import { expect, test } from 'vitest'
import { planFromText } from '../../../../src/domain/plan/outline/plan-from-text.ts'
import { planIssue } from '../../../support/plans/plan-issue.ts'
import { planWritten, readWrittenIssues, writtenPages } from '../../../support/plans/written-issues.ts'

const written = writtenPages.flatMap((page) => readWrittenIssues(page))

test.each(written)('$kind gives what a maintainer would make of it', ({ title, body, gives, ...expected }) => {
  const outcome = planWritten(title, body)

  expect({ gives: outcome.gives, says: outcome.says }).toEqual({
    gives,
    says: expect.stringContaining(expected.asks) as string,
  })
  if (gives !== 'plan' && gives !== 'reading') return
  expect(outcome.tasks).toBe(expected.tasks)
  if (expected.tasks > 1) return
  expect({ criteria: outcome.criteria, scope: outcome.scope }).toEqual({
    criteria: expected.criteria,
    scope: expected.scope,
  })
})

const asked = written.filter(({ gives }) => gives === 'reading')

test.each(asked)('$kind is planned as it was read, once somebody says yes or writes it down', ({ title, body }) => {
  const { says: id, criteria } = planWritten(title, body)
  const list = criteria.map((text) => `- ${text}`).join('\n')

  const confirmed = planWritten(title, body, `yes (reading@${id})`)
  const written = planWritten(title, `${body}\n\n### Acceptance criteria\n\n${list}\n`)

  expect(confirmed).toMatchObject({ gives: 'plan', criteria })
  expect(written).toMatchObject({ gives: 'plan', criteria })
})

test.each([
  [
    'a story',
    'Mails go to spam',
    'I looked into it. The From address is `noreply@localhost`.',
    ['Mails go to spam', 'The From address is `noreply@localhost`.'],
  ],
  [
    'German',
    'Absturz beim Öffnen',
    'Das Programm stürzt ab, sobald ich ein großes Projekt öffne. Danke!',
    ['Absturz beim Öffnen', 'Das Programm stürzt ab, sobald ich ein großes Projekt öffne.'],
  ],
])('of %s its own words are offered to choose from', (_name, title, body, words) => {
  const { gives, criteria } = planWritten(title, body)

  expect(gives).toBe('question')
  expect(criteria).toEqual(words)
})

test.each([
  ['a speech of its author', 'Lost edits after sleep', 'I should note that I had two devices online.'],
  ['what somebody does to see it', 'Emails', 'You get a dialog, and you should enter the address there.'],
  ['what people are to do', 'Notes of Tuesday', 'Cy should talk to legal about the font.'],
  ['what is only to be mended', 'Findings', 'All must be fixed before the end of Q3.'],
])('%s is no criterion', (_name, title, body) => {
  expect(planWritten(title, body)).not.toMatchObject({
    gives: 'reading',
    criteria: [expect.stringMatching(/should|must/)],
  })
})

test('boxes beside a promise are the template’s, unless they begin like work', () => {
  const body = '- [ ] I have read the guide\n- [ ] Affects performance\n- [ ] Add spans in `src/db.js`\n'

  expect(planWritten('Tracing', body)).toMatchObject({
    gives: 'plan',
    tasks: 1,
    criteria: ['Add spans in `src/db.js`'],
  })
})

test.each(['If you want to rebase this PR, check this box', 'Do you run it in Docker'])(
  'a box that speaks to its reader is no task: %s',
  (text) => {
    expect(planWritten('Update dependency eslint to v9', `- [ ] ${text}\n`).gives).not.toBe('plan')
  },
)

test.each(['What do you see instead?', 'What did you observe'])('below “%s” nothing is asked for', (title) => {
  const { criteria } = planWritten('Cannot be used with Bun', `### ${title}\n\n\`\`\`\nTypeError: no\n\`\`\`\n`)

  expect(criteria).toEqual(['Fixed: Cannot be used with Bun'])
})

test('a statement that begins with when is no question', () => {
  const body = 'When I type a name they are still offered, and mentioning them sends mails.'

  expect(planWritten('Deleted users show up in mentions', body).criteria).toEqual([
    'No longer: Deleted users show up in mentions',
  ])
})

test('where a title says what to do, what the text tells is shown besides', () => {
  const text = 'When auto fix is on, what is "fixable" is fixed by itself.'
  const answer = planFromText('Add an auto fix option to the linter', text, '')

  const told = [expect.objectContaining({ text })]
  expect(answer).toMatchObject({
    kind: 'needs_input',
    reading: { certain: true, criteria: [{ text: 'Add an auto fix option to the linter' }], told },
  })
})

test.each([
  [
    'a scenario of Gherkin that nobody filled in',
    'Validation of the patient form',
    '### Feature\n\nThe form of a patient gets rules.\n\n### Acceptance Criteria\n\n**Scenario:** Some determinable business situation (_ex: user can search_)\n  - **Given:** Some pre-condition (_ex: on the homepage_)\n    - **And:** another pre-condition (optional)\n  - **Then:** some testable outcome is achieved (_a random page_)',
  ],
  [
    'a box for the build',
    '[Bug] Selecting in the editor',
    "### Operating System\n\nWindows\n\n### What's the issue you encountered?\n\nThe first character is not selected from its right third on.\n\n### How can the issue be reproduced?\n\nSelect some bytes\n\n### Build Type\n\n- [ ] Nightly or built from sources\n\n### Installation type\n\nPortable",
  ],
])('of %s nothing is planned', (_, title, body) => {
  const { gives, criteria } = planWritten(title, body)

  expect(gives).not.toBe('plan')
  expect(criteria.join()).not.toMatch(/determinable|pre-condition|Nightly/)
})

test.each([
  [
    'what names a fault',
    'Change month infinite loop',
    'When the callback is defined, clicking on the arrows will result in infinite month change until the focus is lost.\nScrolling month works without an issue.',
  ],
  [
    'what is to be supported',
    'Option/Support for dragging instead of the move icon',
    'I find very difficult to move cards to another column using the tiny crosshair icon. In most kanbans movement is done by dragging the card itself (the empty part mostly).',
  ],
])('a title of %s is not read for its opposite', (_, title, body) => {
  const { gives, criteria } = planWritten(title, body)

  const opposite = [`No longer: ${title}`, 'Change month infinite loop']
  expect(gives === 'reading' && criteria.some((text) => opposite.includes(text))).toBe(false)
})

test.each([
  [
    'of two words',
    'Barcodes won’t scan',
    'When I print my own, any below 100 will not scan.',
    'Fixed: Barcodes won’t scan',
  ],
  [
    'that says bug',
    '[BUG] Connection drops on OS X',
    'I run the newest version.',
    'No longer: Connection drops on OS X',
  ],
])('trouble in a title %s is read, rather than asked about', (_, title, body, criterion) => {
  expect(planWritten(title, body)).toMatchObject({ gives: 'reading', criteria: [criterion] })
})

test.each(['ACs:', '## 受け入れ条件', '## Akzeptanzkriterien', '## Success criteria'])(
  'under “%s” its author says when it is done',
  (title) => {
    const { gives, criteria } = planWritten('Rotate the keys', `${title}\n\n- \`keys.json\` has two entries\n`)

    expect({ gives, criteria }).toEqual({ gives: 'plan', criteria: ['`keys.json` has two entries'] })
  },
)

test('what is still discussed is no list of tasks', () => {
  const body = '## Changes\n\n- Listeners become parameters\n- Or we keep them\n\n## Open questions\n\n- Do we?\n'

  expect(planWritten('Replace the bus', body).gives).not.toBe('plan')
  expect(planWritten('Replace the bus', body.replace('## Open questions', '## Later')).tasks).toBe(2)
})

test('a line about what is not meant is no criterion', () => {
  const { criteria } = planWritten('Notes', 'Acceptance criteria:\n1. Totals are negative\n\nOut of scope: refunds\n')

  expect(criteria).toEqual(['Totals are negative'])
})

test.each(['I am not sure, maybe a message?', 'As in the attached recording.', '1. Open the wizard'])(
  '“%s” under "Expected behavior" is no criterion',
  (expected) => {
    const { gives, criteria } = planWritten(
      'Drain hangs with a budget of zero',
      `### Expected behavior\n\n${expected}\n`,
    )

    expect({ gives, criteria }).toEqual({
      gives: 'reading',
      criteria: ['No longer: Drain hangs with a budget of zero'],
    })
  },
)

test('a yes to other words is none', () => {
  const { says: id } = planWritten('Export', 'The export should keep the order of the columns.')

  const edited = planWritten('Export', 'The export should keep the order of the rows.', `yes (reading@${id})`)

  expect(edited.gives).toBe('reading')
  expect(edited.says).not.toBe(id)
})

test('a yes settles what was answered before and could not be read', () => {
  const body = 'The export should keep the order of the columns.'
  const { says: id } = planWritten('Export', body)

  expect(planWritten('Export', body, 'no, not like that').gives).toBe('reading')
  expect(planWritten('Export', body, `no, not like that\nyes (reading@${id})`)).toMatchObject({
    gives: 'plan',
    criteria: [body],
  })
})

test('there are at least forty kinds, of every answer', () => {
  expect(new Set(written.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(40)
  expect(new Set(written.map(({ gives }) => gives))).toEqual(new Set(['plan', 'reading', 'question', 'declined']))
})

test('saying less never scores better', () => {
  const gives = ['Improve performance', 'Docs: broken link', 'Fix broken link', 'It crashes', 'Update docs'].map(
    (title) => planWritten(title, '').gives,
  )

  expect(new Set(gives)).toEqual(new Set(['question']))
  expect(planWritten('Improve performance', 'Parsing 10 MB should take less than a second.').gives).toBe('reading')
  expect(planWritten('Docs: broken link', 'The link "Setup" in README.md leads to a 404.').gives).toBe('reading')
})

test('who is asked what should be so may answer with that alone', () => {
  expect(planFromText('Improve performance', 'It is slow.', '').kind).toBe('needs_input')

  const answer = planFromText('Improve performance', 'It is slow.', 'Acceptance: parsing 10 MB takes less than 1 s')

  expect(answer).toMatchObject({
    kind: 'draft',
    draft: {
      tasks: [
        { title: 'Improve performance', acceptance_criteria: [{ statement: 'parsing 10 MB takes less than 1 s' }] },
      ],
    },
  })
})

test('what is alike is told once, with its lines', () => {
  const boxes = Array.from({ length: 9 }, (_, index) => `- [x] export ${index}`).join('\n')
  const asks = Array.from({ length: 12 }, (_, index) => `The export number ${index} should also be signed.`).join(
    '\n\n',
  )

  const { notes } = planWritten('Keys', `${asks}\n\n${boxes}\n- [ ] T1: Rotate the keys in \`src/keys.js\`\n`)

  expect(notes.filter((note) => note.includes('ticked'))).toHaveLength(1)
  const [said, ...more] = notes.filter((note) => note.includes('asks for something'))
  expect(more).toEqual([])
  expect(said).toContain('The same holds for lines 3, 5, 7, 9, 11, 13 and 5 more.')
})

test('real work below a form is never dropped unsaid', () => {
  const form = '### Version\n\n1.2\n\n### Checklist\n\n- [x] I have searched\n- [ ] Rework how sessions expire\n'
  const { notes, criteria } = planWritten(
    'Session is lost on reload',
    `${form}\n### Expected behavior\n\nThe session survives a reload.\n\n### Additional context\n\nPlease also document the cookie.\n`,
  )

  expect(criteria).toEqual(['The session survives a reload.'])
  expect(notes.join('\n')).toMatch(/Line 8 is a box to promise.*\n[^]*Line 16 \("Please also document the cookie\."\)/)
})

test('what stands in a task is its own, whatever it looks like in a form', async () => {
  const plan = await planIssue(
    'Port it',
    [
      '## Tasks',
      '',
      '- Go: rewrite the parser in `src/parse.go`',
      '- [ ] Describe the behaviour of `--all` in `docs/all.md`',
      '  - OS: all of them',
      '  - [ ] CI passes',
      '- [ ] Documentation',
      '- #17',
    ].join('\n'),
  )

  expect(plan.tasks.map(({ title, implementation }) => [title, ...implementation])).toEqual([
    ['Go: rewrite the parser in `src/parse.go`', 'Go: rewrite the parser in `src/parse.go`'],
    ['Describe the behaviour of `--all` in `docs/all.md`', 'OS: all of them', 'CI passes'],
    ['Documentation', 'Documentation'],
  ])
  expect(plan.notes).toContain('Line 8 only names another issue or page, so it is not planned here.')
})

test('boxes that could be chosen from are tasks where nobody chose', () => {
  expect(planWritten('Before 2.0', '- [ ] Docs\n- [ ] Tests\n').tasks).toBe(2)
  expect(planWritten('Crash on save of a large file', '- [x] Windows\n- [ ] macOS\n').tasks).toBe(1)
})
