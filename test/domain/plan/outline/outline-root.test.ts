import { expect, test } from 'vitest'
import { planFromText } from '../../../../src/domain/plan/outline/plan-from-text.ts'
import { defaultConfiguration } from '../../../../src/domain/configuration/configuration.ts'
import { judgedCriteria } from '../../../../src/domain/plan/assemble/delivery.ts'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import { planTests } from '../../../../src/domain/loop/plan-tests.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { lacksOf, planIssue } from '../../../support/plans/plan-issue.ts'
import { planWritten } from '../../../support/plans/written-issues.ts'

const root = (plan: Plan): [number, string, string][] =>
  (plan.goals[0]?.root_acceptance_criteria ?? []).map((item) => [
    item.source_line,
    item.statement,
    item.covered_by.join(' '),
  ])

test('acceptance is read whole: sub-headings, groups, nested and wrapped items, sentences, several sections', async () => {
  const body = `- T1: Write it in \`a.md\`

## Acceptance criteria

It must hold that:

- [ ] CLI:
  - [ ] prints the version
  - \`a.md\` contains \`x\`
- it is short
  and to the point

### In the browser

- [x] looks the same

No error in the log.

## Notes

- not a criterion

**Done when:**

1. somebody has read it
`

  const plan = await planIssue('Whole', body)

  expect(root(plan)).toEqual([
    [8, 'CLI: prints the version', 'T1/AC-1'],
    [9, '`a.md` contains `x`', 'T1/AC-2'],
    [10, 'it is short and to the point', 'T1/AC-3'],
    [15, 'looks the same', 'T1/AC-4'],
    [17, 'No error in the log.', 'T1/AC-5'],
    [25, 'somebody has read it', 'T1/AC-6'],
  ])
  expect(findPlanFaults(plan)).toEqual([])
})

test('an issue form with what is expected gives its only task a criterion', async () => {
  const plan = await planIssue(
    'Crash on empty input',
    '### Steps to reproduce\n\n1. run it\n\n### Expected behavior\n\nIt prints nothing and exits with 0.\n\n### Anything else\n\n_No response_\n',
  )

  expect(plan.tasks).toMatchObject([{ title: 'Crash on empty input', action: 'Fix' }])
  expect(root(plan)).toEqual([[7, 'It prints nothing and exits with 0.', 'T1/AC-1']])
})

test('an item that speaks of a file goes to the only task that writes it', async () => {
  const plan = await planIssue(
    'Who',
    '- T1: Write `a.md`\n- T2: Write `b.md`\n\n## Acceptance\n\n- Terms in `b.md` are explained\n- `a.md` and `b.md` agree\n',
  )

  expect(root(plan)).toEqual([
    [6, 'Terms in `b.md` are explained', 'T2/AC-1'],
    [7, '`a.md` and `b.md` agree', 'final/person'],
  ])
})

test('of several tasks that write its file, an item goes to the only one that speaks of what it quotes', async () => {
  const plan = await planIssue(
    'Tidy up',
    `- [ ] Add the keyword "sanitizer" to \`package.json\`
- [ ] Raise \`engines\` to Node 20 in \`package.json\`

Acceptance:

- \`package.json\` contains \`sanitizer\`
- \`package.json\` is sorted by "name"
`,
  )

  expect(root(plan).slice(-2)).toEqual([
    [6, '`package.json` contains `sanitizer`', 'T1/AC-1'],
    [7, '`package.json` is sorted by "name"', 'final/person'],
  ])
})

test('what is said twice under Acceptance is asked once', async () => {
  const plan = await planIssue('Twice', '- [ ] Write `a.md`\n\n## Acceptance\n\n- It reads well\n- It reads well.\n')

  expect(root(plan).map(([, statement]) => statement)).toEqual(['Write `a.md`', 'It reads well'])
})

test('a task for which nobody said when it is done is judged by its own words, beside what it delivers', async () => {
  const plan = await planIssue('Done', '- [ ] Explain it in docs/how.md\n- [ ] Remove `b.md`\n')

  expect(plan.tasks.map((task) => task.acceptance.criteria)).toEqual([['Explain it in docs/how.md'], ['Remove `b.md`']])
  expect(plan.tasks.map((task) => judgedCriteria(task)[0]?.statement)).toEqual([
    'Delivers `docs/how.md`, valid UTF-8 text',
    'Changes or removes `b.md`',
  ])
})

const three = '- T1: Write `a.md`\n- T2: Write `b.md`\n- T3: Put them together in `all.md`\n'

test.each([
  ['Final: T3 assembles T1, T2', ['T1', 'T2']],
  ['**Final:** T3 assembles all', ['T1', 'T2']],
  ['Final deliverable: T3 combines T2.', ['T2']],
  ['- Final: T3 assembles T1 and T2', ['T1', 'T2']],
  ['最终：T3 汇总 T1、T2', ['T1', 'T2']],
  ['最终交付：由 T3 组装全部', ['T1', 'T2']],
])('"%s" makes T3 the final deliverable, and it waits for its parts', async (line, inputs) => {
  const plan = await planIssue('Final', `${three}\n${line}\n`)

  expect(plan.goals[0]?.final_deliverable_spec).toMatchObject({
    mode: 'ASSEMBLE',
    assemble_task_id: 'T3',
    include_children: inputs,
    output: { filename: 'all.md' },
  })
  expect(plan.tasks[2]?.depends_on).toEqual(inputs)
  expect(findPlanFaults(plan)).toEqual([])
})

test('"Final: T1, T3" delivers these two and keeps the other as support', async () => {
  const plan = await planIssue('Final', `${three}\nFinal: T1, T3\n`)

  expect(plan.goals[0]?.final_deliverable_spec).toMatchObject({ mode: 'PASS_THROUGH', include_children: ['T1', 'T3'] })
})

test('a final deliverable of tasks that are not there is refused by the rules', async () => {
  const plan = await planIssue('Final', `${three}\nFinal: T9 assembles T1\n`)

  expect(findPlanFaults(plan)).toMatchObject([{ code: 'assemble_input_missing', nodes: ['G0'] }])
})

test('two Final lines are asked about, a sentence that begins so is prose', async () => {
  expect(await lacksOf('Final', `${three}\nFinal: T1\nFinal: T2\n`)).toEqual([
    'Line 6: a second `Final:`; the first is on line 5.',
  ])
  expect((await planIssue('Final', `${three}\nFinal: somebody reads T1\n`)).goals[0]).toMatchObject({
    final_deliverable_spec: { mode: 'PASS_THROUGH', include_children: ['T1', 'T2', 'T3'] },
  })
})

test('"Delivers:" with several paths is a set, each of which the CHECK looks for', async () => {
  const plan = await planIssue('Set', '- [ ] T1: Explain\n  - Scope: `docs/`\n  - Delivers: `docs/a.md`, `docs/img/`\n')

  expect(plan.tasks[0]).toMatchObject({
    delivery_check: 'each',
    deliverable_spec: { single_file: false, bundle_mode: 'MANIFEST', files: ['docs/a.md', 'docs/img/**'] },
  })
})

test('what a file must hold does not make it the deliverable, that it must be there does', async () => {
  const filesOf = async (criterion: string) =>
    (await planIssue('Speed it up', `## Acceptance\n\n- ${criterion}\n`)).tasks[0]?.deliverable_spec.files

  expect(await filesOf('`package.json` parses')).toEqual(['**'])
  expect(await filesOf('`README.md` contains `fast`')).toEqual(['**'])
  expect(await filesOf('`docs/speed.md` exists')).toEqual(['docs/speed.md'])
})

test.each([
  [
    '- T1: Sort `package.json`\n- T2: Raise `engines` in `package.json`\n- T3: Read `package.json` once more, after T2\n',
    'T1, T2, T3 change `package.json`',
    '/replan T2 after T1',
  ],
  [
    '- T1: Write `b.md`, after T2\n- T2: Begin `b.md`\n- T3: Check `b.md`, after T4\n- T4: Write `c.md`\n',
    'T2, T1, T3 change `b.md`',
    '/replan T3 after T4 and T1',
  ],
  ['- T1: Begin `b.md`\n- T2: Write `c.md`, after T1\n- T3: End `b.md`, after T2\n', null, null],
])('tasks that change a file side by side are named before they conflict: %j', async (body, which, order) => {
  const { notes } = await planIssue('Tidy up', body)

  expect(notes.filter((note) => note.includes('side by side'))).toEqual(
    which === null
      ? []
      : [
          `${which} side by side: what is approved later may conflict and have to be brought together. \`${order}\` puts them in order.`,
        ],
  )
})

test('an item that is nobody’s is written whole in the line that gives it to a task', async () => {
  const item = '`docs/how-texts-are-escaped-and-why.md` contains `what is escaped and what is not, and why`'

  const plan = await planIssue('Two', `- T1: Write \`a.md\`\n- T2: Write \`b.md\`\n\n## Acceptance\n\n- ${item}\n`)

  expect(findPlanFaults(plan).map(({ message }) => message)).toEqual([
    `no task has a criterion for line 6 of the issue ("${item.slice(0, 59)}…"), and nothing says whose it is; write \`\` - [ ] T2: ${item} \`\` there, or move it below its task`,
  ])
})

const twoTasks = '- [ ] T1: Parse in `src/parse.js`\n- [ ] T2: Print in `src/print.js`\n'

test('what is asked of the whole by a command is a test of the integration branch, and no question', async () => {
  const plan = await planIssue(
    'Durations',
    `${twoTasks}\n## Acceptance\n\n- [ ] All tests pass\n- [ ] npm test passes\n`,
  )

  expect(root(plan)).toEqual([
    [1, 'Parse in `src/parse.js`', 'T1/AC-1'],
    [2, 'Print in `src/print.js`', 'T2/AC-1'],
    [6, 'All tests pass', 'plan/tests'],
    [7, 'npm test passes', 'plan/tests'],
  ])
  expect(planTests(plan, defaultConfiguration)).toEqual(['npm test'])
  expect(findPlanFaults(plan)).toEqual([])
})

test.each([
  'CI is green',
  'CI passes.',
  'All checks pass',
  'The build succeeds',
  'All existing unit tests must still pass',
  '所有测试通过',
])('nothing here can run %s: a sentence says that the final pull request shows it', async (item) => {
  const plan = await planIssue('Durations', `${twoTasks}\n## Acceptance\n\n- [ ] ${item}\n`)

  expect(root(plan).at(-1)).toEqual([6, item, 'final/checks'])
  expect(findPlanFaults(plan)).toEqual([])
  expect(plan.notes.filter((note) => note.startsWith('Line 6'))).toEqual([
    expect.stringContaining('is asked of the whole'),
  ])
})

test('tests that the repository names are what "all tests pass" means', () => {
  const answer = planFromText('Durations', `${twoTasks}\n## Acceptance\n\n- All tests pass\n`, '', true)

  expect(answer).toMatchObject({ draft: { root_criteria: [{}, {}, { covered_by: ['plan/tests'] }] } })
})

test('what is asked of the whole, and of no task, is left to whoever merges, and the plan says so', async () => {
  const tasks = Array.from({ length: 5 }, (_, index) => `- [ ] Port page ${index + 1} to the router`).join('\n')

  const plan = await planIssue('Router', `${tasks}\n\nDone when no page imports the old router any more.\n`)

  expect(root(plan).at(-1)).toEqual([7, 'no page imports the old router any more.', 'final/person'])
  expect(findPlanFaults(plan)).toEqual([])
  expect(plan.notes).toContainEqual(
    'Line 7 ("no page imports the old router any more.") is asked of the whole, and nothing says of which task: whoever merges the final pull request looks whether it holds. To hold one task to it, comment `/replan T5: Acceptance: …`.',
  )
})

test.each([
  'Everything works as expected',
  'The build is faster',
  '`docs/all.md` contains `x`',
  'The tests pass on Windows (T3)',
])('%s can be left to nobody, so it is asked whose it is', async (item) => {
  const plan = await planIssue('Durations', `${twoTasks}\n## Acceptance\n\n- [ ] ${item}\n`)

  expect(findPlanFaults(plan).map(({ code }) => code)).toEqual(['criterion_uncovered'])
})

const facets = '- [ ] Default: 1000 requests an hour\n- [ ] Configurable by an option\n- [ ] Return 429 beyond it\n'
const whole = '\n## Acceptance\n\n- Request 1001 of an hour returns 429\n'

test('boxes that say what must hold, beside criteria of the whole, are one task with all of them', () => {
  const outcome = planWritten('Rate limits', `## Tasks\n\n${facets}${whole}`)

  expect(outcome).toMatchObject({ gives: 'plan', tasks: 1 })
  expect(outcome.criteria).toHaveLength(4)
  expect(outcome.notes.join()).toContain('Lines 3 and 4 say what must hold')
})

test.each([
  ['nothing is said of the whole', facets],
  ['most say what to do', `${facets}- [ ] Add a test\n- [ ] Describe it\n${whole}`],
  ['one has an id', `${facets.replace('Default', 'T1: Default')}${whole}`],
  ['one names a file', `${facets.replace('an option', '`src/options.ts`')}${whole}`],
])('they stay tasks where %s', (_name, body) => {
  expect(planWritten('Rate limits', `## Tasks\n\n${body}`).tasks).toBeGreaterThan(1)
})
