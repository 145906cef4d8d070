import { expect, test } from 'vitest'
import { placeYamlFaults } from '../../../../src/domain/plan/outline/yaml/place-yaml-faults.ts'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import { fence, lacksOf, planIssue } from '../../../support/plans/plan-issue.ts'

function yamlIssue(plan: string, rest = ''): string {
  return `Some words.\n\n${fence('yaml countersign', plan)}\n${rest}`
}

const twoTasks = `description: Extend the token's life
strategy_type: bugfix
tasks:
  - id: T1
    title: Update the token's time to live
    action: Modify
    scope: src/auth.ts
    implementation: [Open the file, Change the value]
    acceptance_criteria:
      - { statement: "\`src/auth.ts\` contains \`86400\`" }
      - { id: AC-7, statement: It is readable, check_method: manual_review, severity: minor }
    estimated_minutes: 15
  - id: T2
    title: Test it
    depends_on: [T1]
    test: { commands: [npm test] }
    acceptance: { criteria: [Unit tests pass, No breaking changes], verification: ["Run: npm test"] }
    estimated_person_days: 0.5
analysis: { risk: low, impact: medium, complexity: low }`

test('a plan in YAML is taken as it is written', async () => {
  const plan = await planIssue('Title', yamlIssue(twoTasks))

  expect(findPlanFaults(plan)).toEqual([])
  expect(plan).toMatchObject({
    description: "Extend the token's life",
    strategy_type: 'bugfix',
    analysis: { risk: 'low', impact: 'medium', complexity: 'low' },
  })
  expect(plan.tasks[0]).toMatchObject({
    estimated_person_days: 0.03125,
    acceptance_criteria: [
      { id: 'AC-1', check: 'contains', severity: 'blocker' },
      { id: 'AC-7', check_method: 'manual_review', severity: 'minor' },
    ],
  })
})

test('"tests pass" runs the test command of the task, once', async () => {
  const plan = await planIssue('Title', yamlIssue(twoTasks))

  expect(plan.tasks[1]?.acceptance_criteria).toMatchObject([
    { statement: 'Unit tests pass', check_method: 'run_smoke_test', command: 'npm test' },
    { statement: 'No breaking changes', check_method: 'manual_review' },
  ])
})

test('a list under acceptance is its criteria', async () => {
  const plan = await planIssue(
    'Title',
    yamlIssue(twoTasks.replace(/acceptance: \{ criteria: (\[.*?\]).*\}/, 'acceptance: $1')),
  )

  expect(plan.tasks[1]?.acceptance_criteria).toMatchObject([
    { statement: 'Unit tests pass' },
    { statement: 'No breaking changes' },
  ])
})

test.each([
  ['estimate: 2 days', 'estimated_person_days: 0.5'],
  ['estimate: 3', 'estimated_person_days: 3'],
  ['estimated_days: 2', 'estimated_person_days: 2'],
  ['minutes: 90', 'estimated_minutes: 90'],
  ['deliverable: src/sort.js', 'deliverable_spec: { filename: a.md, output_dir: docs/ }'],
  ['needs: [T1]', 'depends_on: [T1]'],
])('a task with %s is told the line that is meant', async (line, meant) => {
  const lacks = await lacksOf(
    'Title',
    yamlIssue(twoTasks.replace('    title: Test it', `    title: Test it\n    ${line}`)),
  )

  expect(lacks.join('\n')).toContain(`of T2 is not known here; write \`${meant}\``)
})

test('fences and acceptance items around the block belong to its tasks', async () => {
  const rest = `\n${fence('ts path=src/auth.ts', 'export const life = 86400')}\n\n## Acceptance\n\n- [ ] No breaking changes\n- [ ] Nobody sees to this\n`

  const plan = await planIssue('Title', yamlIssue(twoTasks, rest))

  expect(plan.tasks[0]?.work).toMatchObject([{ kind: 'file', path: 'src/auth.ts' }])
  expect(plan.goals[0]?.root_acceptance_criteria).toMatchObject([
    { statement: 'No breaking changes', covered_by: ['T2/AC-2'] },
    { statement: 'Nobody sees to this', covered_by: [] },
  ])
  expect(findPlanFaults(plan).map((fault) => fault.code)).toEqual(['criterion_uncovered'])
})

test('a stored plan may be pasted: what is derived is not read', async () => {
  const plan = await planIssue('Title', yamlIssue(twoTasks))
  const { tasks, checks, edges, ...rest } = plan
  const shortIds = new Map(tasks.map((task) => [task.task_id, task.id]))
  const named = checks.map((check) => ({ ...check, review_target_task_id: shortIds.get(check.review_target_task_id) }))
  const pasted = JSON.stringify({ ...rest, tasks, checks: named, edges }, null, 2)

  const again = await planIssue('Title', yamlIssue(pasted))

  expect(again.tasks).toEqual(plan.tasks)
  expect(again.hash).toBe(plan.hash)
})

test('two CHECKs of one task reach the rules', async () => {
  const checks =
    '\nchecks:\n  - { id: C1, target: T1 }\n  - { id: C2, review_target_task_id: T1 }\n  - { id: C3, target: T2 }'

  const plan = await planIssue('Title', yamlIssue(twoTasks + checks))

  expect(findPlanFaults(plan)).toMatchObject([{ code: 'action_without_one_check', nodes: ['T1', 'C1', 'C2'] }])
})

test('of what spec 003 demands only an estimate is filled in, and the plan says so', async () => {
  const plan = await planIssue('Title', yamlIssue('tasks:\n  - { id: T1, title: Do it }'))
  const naught = await planIssue('Title', yamlIssue('tasks:\n  - { id: T1, title: Do it, estimated_minutes: 0 }'))

  expect(findPlanFaults(plan).map((fault) => fault.code)).toEqual(['no_criterion'])
  expect(plan.tasks[0]).toMatchObject({ estimated_person_days: 0.5, estimate_from: 'assumed' })
  expect(plan.notes).toContain('No estimate in the issue for T1: computed from what the plan says of it.')
  expect(findPlanFaults(naught).map((fault) => fault.code)).toEqual(['no_criterion', 'estimate_not_positive'])
})

test.each([
  ['a text', 'acceptance: Names are sorted', ['Names are sorted']],
  ['a list of texts', 'acceptance: [Names are sorted, Unit tests pass]', ['Names are sorted', 'Unit tests pass']],
  ['one text as its criteria', 'acceptance: { criteria: Names are sorted }', ['Names are sorted']],
  ['a text with a colon', 'acceptance:\n      - Output: sorted by name', ['Output: sorted by name']],
  ['texts as criteria', 'acceptance_criteria: [Names are sorted, "It: ends"]', ['Names are sorted', 'It: ends']],
  [
    'texts beside criteria',
    'acceptance_criteria: [Names are sorted, { statement: It ends }]',
    ['Names are sorted', 'It ends'],
  ],
  ['one text as criteria', 'acceptance_criteria: "`a.md` exists"', ['`a.md` exists']],
])('criteria may be written as %s', async (_how, line, statements) => {
  const plan = await planIssue('Title', yamlIssue(`tasks:\n  - id: T1\n    title: Sort\n    ${line}`))

  expect(plan.tasks[0]?.acceptance_criteria.map(({ statement }) => statement)).toEqual(statements)
  expect(findPlanFaults(plan)).toEqual([])
})

test('what may mean several things is told with its line and the one that would be right', async () => {
  const lacks = await lacksOf(
    'Title',
    yamlIssue('tasks:\n  - id: T1\n    title: Sort\n    acceptance_criteria:\n      - Output: sorted'),
  )

  expect(lacks).toEqual([
    "Line 8, column 9: `acceptance_criteria[0].statement` of T1 is missing; write `` statement: '`src/a.js` exists' ``.",
    'Line 8, column 9: `acceptance_criteria[0].Output` of T1 is not known here.',
  ])
})

test.each([
  ['that does not parse', 'tasks:\n  - id: T1\n   title: x', ["Line 6, column 1, in the plan's YAML: "]],
  [
    'without tasks',
    'description: x',
    ['Line 4, column 1: `tasks` is missing; it must be a list; write `tasks: [{ id: T1, title: What to do }]`.'],
  ],
  ['that is no mapping', 'hello', ['Line 4: the plan must be a mapping with `tasks:`.']],
  [
    'with wrong values, all named together',
    'tasks:\n  - id: T1\n    titel: x\n    action: Make\n    estimated_minutes: long',
    [
      'Line 5, column 5: `title` of T1 is missing; it must be text; write `title: What is done`.',
      'Line 6, column 5: `titel` of T1 is not known here; did you mean `title`?',
      'Line 7, column 13: `action` of T1 is `"Make"`; it may be ',
      'Line 8, column 24: `estimated_minutes` of T1 is `"long"`; it must be a number; write `estimated_minutes: 60`.',
      'Line 5: T1 has no acceptance criterion',
    ],
  ],
  [
    'with anchors and aliases',
    'a: &x [1]\ntasks: *x',
    ["Line 4, column 7, in the plan's YAML: anchors", "Line 5, column 8, in the plan's YAML: aliases"],
  ],
  [
    'of more than 64 KB',
    `tasks: []\n# ${'x'.repeat(70_000)}`,
    ["Line 4, in the plan's YAML: more than 64 KB of YAML."],
  ],
  ['nested without end', `tasks: ${'['.repeat(30_000)}`, ["Line 4, in the plan's YAML: nested more than 100 deep."]],
])('a block %s is answered with its place in the issue', async (_name, plan, lacks) => {
  const answer = await lacksOf('Title', yamlIssue(plan))

  expect(answer).toEqual(lacks.map((lack) => expect.stringContaining(lack) as string))
})

test('what does not fit the schema hides no broken rule, and no rule is told that may hold', async () => {
  const lacks = await lacksOf(
    'Title',
    yamlIssue(`tasks:
  - id: T1
    title: First
    action: Make
    depends_on: [T9]
    estimated_minutes: 10
    acceptance_critera:
      - statement: It sings
  - id: T2
    title: Second
    depends_on: T1
    estimated_minutes: 10
    acceptance_criteria:
      - statement: It dances
  - id: T2
    title: Third
    estimated_minutes: 10
    acceptance_criteria:
      - statement: It ends`),
  )

  expect(lacks).toEqual([
    expect.stringMatching(/^Line 7, column 13: .*action/),
    expect.stringMatching(/^Line 10, column 5: .*did you mean `acceptance_criteria`/),
    'Line 14, column 17: `depends_on` of T2 is `"T1"`; it must be a list; write `depends_on: [T1]`.',
    'Line 18: 2 tasks have the id T2; give each its own; write `id: T3`.',
    'Line 5: T1 depends on T9, which is no task; leave T9 out of its order, or name another task; write `depends_on: [T2]` or `after T2`.',
  ])
})

test('who wrote the right task in the wrong form is told that task, and none is to wait for itself', async () => {
  const task = (id: string, after: string) =>
    `  - id: ${id}\n    title: It sings\n    depends_on: ${after}\n    estimated_minutes: 10\n    acceptance_criteria:\n      - statement: It sings well`
  const toldOf = async (after: string) => {
    const lacks = await lacksOf(
      'Title',
      yamlIssue(`tasks:\n${task('T1', '[]')}\n${task('T2', '[]')}\n${task('T1', after)}`),
    )
    return lacks.find((lack) => lack.includes('must be a list'))
  }

  expect(await toldOf('T2')).toMatch(/write `depends_on: \[T2\]`\.$/)
  expect(await toldOf('7')).toMatch(/write `depends_on: \[T2\]`\.$/)
})

test('columns count from the margin of the issue when the block is indented', async () => {
  const block = fence('yaml countersign', 'tasks: none').replaceAll('\n', '\n  ')

  expect(await lacksOf('Title', `- a plan\n\n  ${block}`)).toEqual([
    'Line 4, column 10: `tasks` is `"none"`; it must be a list; write `tasks: [{ id: T1, title: What to do }]`.',
  ])
})

test('lines are those of the issue as written, hidden comments and all', async () => {
  const lacks = await lacksOf('Title', `<!--\nhidden\n-->\n${fence('yaml countersign', 'tasks: none')}`)

  expect(lacks).toEqual([
    'Line 5, column 8: `tasks` is `"none"`; it must be a list; write `tasks: [{ id: T1, title: What to do }]`.',
  ])
})

test('faults that are alike are told once only where the same line would be right', async () => {
  const yaml =
    'description: D\nstrategy_type: feature\ntasks:\n' +
    ['T1', 'T2']
      .map(
        (id) =>
          `  - { id: ${id}, title: Do, action: Modify, scope: a.js, implementation: once, depends_on: T9, priority: high, estimated_person_days: 1, acceptance_criteria: [{ statement: "\`a.js\` exists" }] }\n`,
      )
      .join('')

  const lacks = await lacksOf('Title', yamlIssue(yaml))

  expect(lacks.filter((lack) => lack.includes('`implementation`'))).toEqual([
    expect.stringMatching(/write `implementation: \[A step, another\]`\. The same holds for line 8\.$/),
  ])
  expect(lacks.filter((lack) => lack.includes('`depends_on`'))).toHaveLength(1)
})

test('a second plan is refused', async () => {
  const block = fence('yaml countersign', 'tasks: []')

  expect(await lacksOf('Title', `${block}\n\n${block}`)).toEqual([expect.stringMatching(/^Line 6: a second YAML plan/)])
})

test('a fault of shape in one criterion, or of a task without a name, hides no broken rule of the others', async () => {
  const lacks = await lacksOf(
    'Title',
    yamlIssue(`tasks:
  - id: T1
    title: First
    priority: high
    scope: src/a.js
    estimated_minutes: 10
    acceptance_criteria:
      - statement: It sings
        severity: huge
      - statement: It looks right
        check_method: static_check
  - title: Nameless
    estimated_minutes: 10
  - id: T3
    title: Third
    depends_on: [T3]
    estimated_minutes: 0
    acceptance_criteria:
      - statement: It ends`),
  )

  expect(lacks).toEqual([
    expect.stringMatching(/^Line 7, column 15: `priority` of T1 is `"high"`/),
    expect.stringMatching(/^Line 12, column 19: `acceptance_criteria\[0\].severity` of T1 .*may be `blocker`/),
    expect.stringMatching(/^Line 15, column 5: `tasks\[1\].id` is missing; .*write `id: T2`/),
    'Line 17: T3 needs an estimate above 0 person-days; write `estimated_person_days: 0.5`.',
    'Line 5: AC-2 of T1 is a static_check without check, what it looks for; write `check: exists` or `text: the words it contains` or `pattern: what it matches` or `check_method: manual_review`.',
    expect.stringMatching(/^Line 17: T3 depends on itself/),
  ])
})

test('the line that would be right names the tasks of this plan', async () => {
  const lacks = await lacksOf(
    'Plan',
    '```yaml countersign\ntasks:\n  - { id: T7, title: Read, depends_on: all }\n  - { id: T8, title: Write }\nfinal: { mode: PASS_THROUGH, include_children: T7 }\n```\n',
  )

  expect(
    lacks.filter((lack) => /depends_on|include_children/.test(lack)).map((lack) => /write .*/.exec(lack)?.[0]),
  ).toEqual(['write `depends_on: [T8]`.', 'write `include_children: [T7]`.'])
})

test('an order that leads nowhere is named with the line and column that it stands at, and one of the thread with none', async () => {
  const body = yamlIssue(twoTasks.replace('depends_on: [T1]', 'depends_on: [T1, T9]'))
  const plan = await planIssue('Title', body)
  const faults = findPlanFaults(plan)
  const [first] = faults
  if (first === undefined) throw new Error('T9 is no task')

  const placed = placeYamlFaults(body, faults)
  const elsewhere = placeYamlFaults(yamlIssue(twoTasks), faults)

  expect(placed.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Line 18, column 22: T2 depends on T9, which is no task; .+\.$/),
  ])
  expect(elsewhere).toEqual(faults)
  expect(placeYamlFaults('No plan in YAML.', faults)).toEqual(faults)
})
