import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import { PlanSchema, type Plan } from '../../../../src/domain/plan/plan.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { askPlanner, fence, lacksOf, planIssue } from '../../../support/plans/plan-issue.ts'

const greeting = `Our tool should greet people by name.

## Tasks

- [ ] T1: Write the greeting in \`src/greet.js\` (0.5 d)
  - handle an empty name
  - Acceptance
    - \`src/greet.js\` contains \`Hello\`
    - \`node --check src/greet.js\` passes
- [ ] T2: Document it in \`docs/greet.md\` after T1 (2h, @ada)
  - Acceptance:
    - The text reads well
- [ ] **T3**: Generate the index, depends on T1 and T2, executor: shell

T1:

${fence('js path=src/greet.js', 'export const greet = (name) => `Hello ${name}`')}

T3:

${fence('sh run', 'ls docs > docs/index.txt')}

## Acceptance

- [ ] \`docs/greet.md\` exists
- [ ] The greeting is friendly (T1)
- [ ] \`docs/index.txt\` exists (T3) (minor)
`

function getTask(plan: Plan, id: string): Task {
  const task = plan.tasks.find((candidate) => candidate.id === id)
  if (task === undefined) throw new Error(`no task ${id}`)
  return task
}

function statements(task: Task): string[] {
  return task.acceptance_criteria.map((criterion) => criterion.statement)
}

function rootCriteria(plan: Plan): [number, string, string[]][] {
  const root = plan.goals[0]?.root_acceptance_criteria ?? []
  return root.map((item) => [item.source_line, item.statement, item.covered_by])
}

test('a task list becomes a plan without faults', async () => {
  const plan = await planIssue('Greet people', greeting)

  expect(findPlanFaults(plan)).toEqual([])
  expect(PlanSchema.parse(plan)).toEqual(plan)
  expect(plan.description).toBe('Greet people\n\nOur tool should greet people by name.')
  expect(plan.tasks.map((task) => [task.id, task.title, task.action])).toEqual([
    ['T1', 'Write the greeting in `src/greet.js`', 'Create'],
    ['T2', 'Document it in `docs/greet.md`', 'Create'],
    ['T3', 'Generate the index', 'Create'],
  ])
})

test("a task's line says its estimate, person, order and scope", async () => {
  const plan = await planIssue('Greet people', greeting)

  expect(getTask(plan, 'T2')).toMatchObject({
    depends_on: ['T1'],
    estimated_person_days: 0.25,
    estimated_minutes: 120,
    executor: '@ada',
    scope: 'docs/greet.md',
    deliverable_spec: { output_dir: 'docs/', filename: 'greet.md', single_file: true },
  })
  expect(getTask(plan, 'T3')).toMatchObject({ depends_on: ['T1', 'T2'], executor: 'shell' })
})

test('nested bullets are steps, and criteria under Acceptance', async () => {
  const task = getTask(await planIssue('Greet people', greeting), 'T1')

  expect(task.implementation).toEqual(['handle an empty name'])
  expect(task.acceptance_criteria).toMatchObject([
    { id: 'AC-1', check_method: 'static_check', check: 'contains', target: 'src/greet.js', source: 'issue:8' },
    { id: 'AC-2', check_method: 'run_smoke_test', command: 'node --check src/greet.js', source: 'issue:9' },
    { id: 'AC-3', check_method: 'manual_review', statement: 'The greeting is friendly', source: 'issue:30' },
  ])
})

test('what is said of a task right below its criteria is none of them, though Markdown has it in the last item', async () => {
  const whole = await planIssue(
    'Be quicker',
    '## Acceptance criteria\n- `src/a.js` contains `x`\n- `npm test` passes\nScope: `src/a.js`, `src/b.js`\nDelivers: `src/a.js`',
  )
  const listed = await planIssue(
    'Be quicker',
    '- T1: Add `a.js`\n- T2: Add `b.js`\n  Acceptance:\n  - it is good\n  Scope: `b.js`, `c.js`',
  )

  expect(whole.tasks[0]).toMatchObject({ scope: 'src/a.js, src/b.js', deliverable_spec: { filename: 'a.js' } })
  expect(whole.tasks[0]?.acceptance_criteria.map(({ statement }) => statement)).toEqual([
    '`src/a.js` contains `x`',
    '`npm test` passes',
  ])
  expect(listed.tasks[1]).toMatchObject({ scope: 'b.js, c.js', acceptance_criteria: [{ statement: 'it is good' }] })
})

test('code fences are work of the task named above them, and say who does it', async () => {
  const plan = await planIssue('Greet people', greeting)

  expect(getTask(plan, 'T1')).toMatchObject({
    executor: 'patch',
    work: [
      { kind: 'file', path: 'src/greet.js', mode: '100644', content: expect.stringMatching(/^export.*\n$/) as string },
    ],
  })
  expect(getTask(plan, 'T3').work).toEqual([{ kind: 'run', command: 'ls docs > docs/index.txt' }])
})

test('every checklist item is a root criterion with its line, and named criteria cover it', async () => {
  const plan = await planIssue('Greet people', greeting)

  expect(rootCriteria(plan)).toEqual([
    [5, 'Write the greeting in `src/greet.js`', ['T1/AC-1', 'T1/AC-2', 'T1/AC-3']],
    [10, 'Document it in `docs/greet.md`', ['T2/AC-1', 'T2/AC-2']],
    [13, 'Generate the index', ['T3/AC-1']],
    [29, '`docs/greet.md` exists', ['T2/AC-2']],
    [30, 'The greeting is friendly', ['T1/AC-3']],
    [31, '`docs/index.txt` exists', ['T3/AC-1']],
  ])
})

test('an acceptance item that no task sees to is a fault', async () => {
  const plan = await planIssue('Two', '- [ ] Add `a.md`\n- [ ] Add `b.md`\n\n## Acceptance\n\n- [ ] It sings\n')

  expect(findPlanFaults(plan)).toMatchObject([
    { code: 'criterion_uncovered', message: expect.stringContaining('line 6') as string },
  ])
})

test('with a single task, acceptance items are criteria of that task', async () => {
  const plan = await planIssue(
    'One',
    'Add a page.\n\n- [ ] Add `a.md`\n\n**Acceptance:**\n\n- It sings\n- `a.md` exists\n',
  )

  expect(statements(getTask(plan, 'T1'))).toEqual(['It sings', '`a.md` exists'])
  expect(findPlanFaults(plan)).toEqual([])
})

test('headings with ids are tasks; boxes below them are steps', async () => {
  const body = `## T1: Add an expiry check

Scope: \`src/auth.ts\`
Estimate: 4h

Expired tokens must be refused.

- [ ] compare with now

### Acceptance

- \`npm test\` passes

${fence('diff', '--- a/src/auth.ts\n+++ b/src/auth.ts\n@@ -1 +1 @@\n-a\n+b')}

## T2: Document it
after T1
By: @grace
${fence('md path=docs/errors.md', '# Errors')}
`

  const plan = await planIssue('Expiry', body)

  expect(findPlanFaults(plan)).toEqual([])
  expect(getTask(plan, 'T1')).toMatchObject({
    title: 'Add an expiry check',
    description: 'Expired tokens must be refused.',
    scope: 'src/auth.ts',
    estimated_person_days: 0.5,
    implementation: ['compare with now'],
    executor: 'patch',
  })
  expect(statements(getTask(plan, 'T1'))).toEqual(['`npm test` passes'])
  expect(getTask(plan, 'T2')).toMatchObject({ depends_on: ['T1'], executor: '@grace', scope: 'docs/errors.md' })
})

test('lines such as "T1: …" are tasks too', async () => {
  const plan = await planIssue('Lines', `T1: Write a\nT2: Write b after T1\n\n${fence('text path=b.txt', 'b')}`)

  expect(plan.tasks.map((task) => [task.id, task.title, task.depends_on, task.work.length])).toEqual([
    ['T1', 'Write a', [], 0],
    ['T2', 'Write b', ['T1'], 1],
  ])
})

test('a fence below a list goes to the task whose scope is its path', async () => {
  const files = [fence('text path=b.txt', 'b'), fence('text path=a.txt', 'a')].join('\n\n')

  const plan = await planIssue('Files', `- [ ] Add \`a.txt\`\n- [ ] Add \`b.txt\`\n\n${files}`)

  expect(plan.tasks.map((task) => task.work)).toEqual([
    [{ kind: 'file', path: 'a.txt', content: 'a\n', mode: '100644' }],
    [{ kind: 'file', path: 'b.txt', content: 'b\n', mode: '100644' }],
  ])
})

test('tasks without ids are numbered around those that have one', async () => {
  const plan = await planIssue('Ids', '- [ ] first\n- [ ] T1: second\n- [ ] third\n')

  expect(plan.tasks.map((task) => [task.id, task.title])).toEqual([
    ['T2', 'first'],
    ['T1', 'second'],
    ['T3', 'third'],
  ])
})

test('a ticked item is not planned, and the plan says so', async () => {
  const plan = await planIssue('Ticked', '- [x] done before\n- [ ] to do\n')

  expect(plan.tasks.map((task) => task.title)).toEqual(['to do'])
  expect(plan.notes).toContain('Line 1 is ticked already, so it is not planned.')
})

test('whole files are checked to exist where nothing else is said', async () => {
  const plan = await planIssue('File', `- [ ] Add it\n\n  ${fence('text path=a.txt', 'a').replaceAll('\n', '\n  ')}`)

  expect(getTask(plan, 'T1').acceptance_criteria).toMatchObject([
    { check: 'exists', target: 'a.txt', severity: 'blocker' },
  ])
})

test('what names no way to check it is judged by a person, in its own words', async () => {
  const plan = await planIssue('Vague', '- [ ] Make people smile\n')

  expect(getTask(plan, 'T1')).toMatchObject({ executor: 'human', scope: '**', estimated_person_days: 0.5 })
  expect(getTask(plan, 'T1').acceptance_criteria).toMatchObject([
    { statement: 'Make people smile', check_method: 'manual_review', severity: 'major' },
  ])
  expect(plan.notes).toEqual([
    'No estimate in the issue for T1: computed from what the plan says of it.',
    'No path in the issue for T1: any file may be touched that policy allows.',
  ])
})

test('an agent and an estimate in parentheses are both taken; other words in them are the title', async () => {
  const plan = await planIssue(
    'Two',
    '- [ ] T1: Make `docs/index.txt` (shell, 10 min)\n- [ ] T2: Keep sessions (in memory, 30 min)\n\n```sh task=T1\nls > docs/index.txt\n```\n',
  )

  expect(getTask(plan, 'T1')).toMatchObject({ title: 'Make `docs/index.txt`', executor: 'shell' })
  expect(getTask(plan, 'T1').estimated_person_days).toBeCloseTo(10 / 480)
  expect(getTask(plan, 'T2').title).toBe('Keep sessions (in memory, 30 min)')
  expect(plan.notes).toContain('No estimate in the issue for T2: computed from what the plan says of it.')
})

test('a path that only a criterion names is what is delivered, and nobody is told that there is none', async () => {
  const plan = await planIssue('Export', 'Export it.\n\n## Acceptance\n\n- `index.js` exists\n')

  expect(plan.tasks[0]?.deliverable_spec.files).toEqual(['index.js'])
  expect(plan.notes.filter((note) => note.includes('No path in the issue'))).toEqual([])
  expect(plan.notes).toContain(
    'T1 may touch any file that policy allows, besides what it delivers: the issue sets no `Scope:`.',
  )
})

test('of several tasks without an estimate the note speaks of them', async () => {
  const plan = await planIssue('Vague', '- [ ] Make people smile\n- [ ] Make dogs smile\n')

  expect(plan.notes[0]).toBe('No estimate in the issue for T1, T2: computed from what the plan says of them.')
})

test('a plain sentence is one task for a person', async () => {
  const plan = await planIssue('Fix the typo in README.md', 'The README says teh in line 3.')

  expect(plan.tasks).toMatchObject([{ id: 'T1', title: 'Fix the typo in README.md', action: 'Fix', executor: 'human' }])
  expect(plan.notes).toContain('The issue names no tasks, so it is one.')
})

test("the project's issue form is read, its empty answers left out", async () => {
  const form = parse(await readFile('.github/ISSUE_TEMPLATE/countersign.yml', 'utf8')) as {
    body: { type: string; attributes: { label?: string; placeholder?: string } }[]
  }
  const fields = form.body.filter((field) => field.type !== 'markdown')
  const filled = fields.map(
    ({ attributes }) => `### ${attributes.label}\n\n${attributes.placeholder ?? '_No response_'}`,
  )

  const plan = await planIssue('Greet', filled.join('\n\n'))

  expect(findPlanFaults(plan)).toEqual([])
  expect(plan.tasks.map((task) => task.id)).toEqual(['T1', 'T2'])
  expect(rootCriteria(plan).map(([, statement]) => statement)).toContain('The greeting is friendly')
})

test.each([
  ['an empty issue', '', /no text/],
  ['only a hidden comment', '<!-- fill me in -->', /no text/],
  ['only a quote', '> do something', /“An issue” \(the title\): what should be so when this is done/],
  ['an empty command', `- [ ] T1: a\n\n${fence('sh run', '')}`, /^Line 3: .*empty/],
  [
    'a fence for a task that is not there',
    `- [ ] a\n\n${fence('sh run task=T7', 'x')}`,
    /^Line 3: there is no task T7/,
  ],
])('%s is asked about', async (_name, body, lack) => {
  expect(await lacksOf('An issue', body)).toEqual([expect.stringMatching(lack)])
})

test('cycles, doubled ids and dangling ones reach the rules as they are', async () => {
  const plan = await planIssue(
    'Circle',
    '- [ ] T1: a after T2\n- [ ] T2: b after T1\n- [ ] T3: c after T9\n- [ ] T3: d\n',
  )

  const codes = new Set(findPlanFaults(plan).map((fault) => fault.code))

  expect(codes).toContain('dependency_circular')
  expect(codes).toContain('dependency_dangling')
  expect(codes).toContain('id_doubled')
})

test('a workflow file in an issue is refused by the rules', async () => {
  const plan = await planIssue('CI', `- [ ] Add CI\n\n${fence('yaml path=.github/workflows/x.yml', 'on: push')}`)

  expect(findPlanFaults(plan)).toMatchObject([{ code: 'path_not_allowed', nodes: ['T1'] }])
})

test('an issue of 200 KB is answered', async () => {
  const body = `- [ ] T1: Write \`a.md\`\n${'  - a step of many words that say little\n'.repeat(5000)}`

  const answer = await askPlanner('Long', body)

  expect(answer.kind).toBe('draft')
})

test('words below the tasks that belong to none are named, since nothing of them is planned', async () => {
  const plan = await planIssue(
    'Notes',
    'Above is talk.\n\n- [ ] T1: Write `a.md`\n\nPlease also T1 in German.\n\nThank you.',
  )

  expect(plan.notes).toContain(
    'Line 5 ("Please also T1 in German.") belongs to no task, so it is not planned, and 1 more below it.',
  )
})

test.each([
  ['Write `a.md` (0.5 d, by codex)', 'Write `a.md`', 'codex'],
  ['Write `a.md` (by `shell`)', 'Write `a.md`', 'shell'],
  ['Write `a.md` (2h, by Aider)', 'Write `a.md`', 'aider'],
  ['Write `a.md` (0.5 天，由 codex 负责)', 'Write `a.md`', 'codex'],
  ['Write `a.md` (by hand)', 'Write `a.md` (by hand)', 'human'],
])('%s: who does it is no part of the title', async (line, title, executor) => {
  const task = getTask(await planIssue('Notes', `- [ ] T1: ${line}`), 'T1')

  expect([task.title, task.executor]).toEqual([title, executor])
})

test('an agent that ends a title without a mark does nothing by that, and the plan says how it is named', async () => {
  const task = (end: string) =>
    `- [ ] T1: Write \`notes/one.txt\`${end}\n  - Acceptance:\n    - \`notes/one.txt\` exists\n`
  const plan = (end: string) => planIssue('Notes', task(end))

  const unmarked = await plan(' by codex')

  expect(unmarked.notes.join()).toContain('T1 ends with “by codex”, which is read as its title')
  for (const end of [' (by codex)', ', by codex', '\n  - by codex']) {
    const { tasks, notes } = await plan(end)
    expect(tasks[0]?.executor).toBe('codex')
    expect(notes.join()).not.toContain('read as its title')
  }
})
