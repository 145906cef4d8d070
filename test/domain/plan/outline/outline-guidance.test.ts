import { expect, test } from 'vitest'
import { planFromText } from '../../../../src/domain/plan/outline/plan-from-text.ts'
import { assemblePlan } from '../../../../src/domain/plan/assemble/assemble-plan.ts'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../../support/measure/measure-growth.ts'
import { buildPlanFacts } from '../../../support/plans/build-draft.ts'
import { fence } from '../../../support/plans/plan-issue.ts'
import { planWritten } from '../../../support/plans/written-issues.ts'

const issue = `- [ ] T1: Write \`a.md\` (1 d)
- [ ] T2: Write \`b.md\` (1 d, @ada) after T1
- [ ] T3: Write \`c.md\` (1 d) after T2
`

function replan(guidance: string, body = issue): Plan {
  const answer = planFromText('Three pages', body, guidance)
  if (answer.kind !== 'draft') throw new Error(JSON.stringify(answer))
  return assemblePlan(answer.draft, buildPlanFacts())
}

const facts = (plan: Plan): [string, number, string, string][] =>
  plan.tasks.map((task) => [task.id, task.estimated_person_days, task.executor, task.depends_on.join(' ')])

test.each<[string, [string, number, string, string][]]>([
  [
    'T2: 2d',
    [
      ['T1', 1, 'human', ''],
      ['T2', 2, '@ada', 'T1'],
      ['T3', 1, 'human', 'T2'],
    ],
  ],
  [
    'T2 2 天',
    [
      ['T1', 1, 'human', ''],
      ['T2', 2, '@ada', 'T1'],
      ['T3', 1, 'human', 'T2'],
    ],
  ],
  [
    'T2 by @grace',
    [
      ['T1', 1, 'human', ''],
      ['T2', 1, '@grace', 'T1'],
      ['T3', 1, 'human', 'T2'],
    ],
  ],
  [
    'T2 by codex',
    [
      ['T1', 1, 'human', ''],
      ['T2', 1, 'codex', 'T1'],
      ['T3', 1, 'human', 'T2'],
    ],
  ],
  [
    'T2 after T3; T3 after nothing',
    [
      ['T1', 1, 'human', ''],
      ['T2', 1, '@ada', 'T3'],
      ['T3', 1, 'human', ''],
    ],
  ],
  [
    'drop T2',
    [
      ['T1', 1, 'human', ''],
      ['T3', 1, 'human', ''],
    ],
  ],
  [
    'without T2',
    [
      ['T1', 1, 'human', ''],
      ['T3', 1, 'human', ''],
    ],
  ],
  ['去掉 T2、T3', [['T1', 1, 'human', '']]],
  [
    'drop T3, T2: 4h, @grace',
    [
      ['T1', 1, 'human', ''],
      ['T2', 0.5, '@grace', 'T1'],
    ],
  ],
  [
    '- T1 takes 3 days\n- T1: 2 d',
    [
      ['T1', 2, 'human', ''],
      ['T2', 1, '@ada', 'T1'],
      ['T3', 1, 'human', 'T2'],
    ],
  ],
])('"%s" changes that and nothing else', (guidance, expected) => {
  const plan = replan(guidance)

  expect(facts(plan)).toEqual(expected)
  expect(findPlanFaults(plan)).toEqual([])
})

test('a task that is named anew takes the place of the one before, another is added', () => {
  const plan = replan(
    '- [ ] Tidy `a.md`\n\nT3: Draw `c.svg` (2h)\n- [ ] T4: Document it in docs/x.md, after T2\n  - Acceptance\n    - `docs/x.md` contains `b`',
  )

  expect(plan.tasks.map((task) => [task.id, task.title, task.scope, task.depends_on.join(' ')])).toEqual([
    ['T1', 'Write `a.md`', 'a.md', ''],
    ['T2', 'Write `b.md`', 'b.md', 'T1'],
    ['T3', 'Draw `c.svg`', 'c.svg', ''],
    ['T5', 'Tidy `a.md`', 'a.md', ''],
    ['T4', 'Document it in docs/x.md', 'docs/x.md', 'T2'],
  ])
  expect(plan.tasks[4]?.acceptance_criteria).toMatchObject([{ check: 'contains', source: 'guidance:6' }])
  expect(plan.notes).toContain('The guidance rewrites T3, so line 3 of the issue is not planned.')
})

test('a short change and a new task may share a line', () => {
  const plan = replan('T1: 2h; T4: Announce it in `docs/news.md`, after T1')

  expect(facts(plan)).toEqual([
    ['T1', 0.25, 'human', ''],
    ['T2', 1, '@ada', 'T1'],
    ['T3', 1, 'human', 'T2'],
    ['T4', expect.any(Number), 'human', 'T1'],
  ])
  expect(plan.tasks[3]?.title).toContain('Announce it in `docs/news.md`')
})

test('what stands below a task is added to it', () => {
  const plan = replan('T2:\n- see the wiki\n- Scope: `b.md`, `img/`\n\nT1: 2d\n- Acceptance\n  - It is short')

  expect(plan.tasks[1]).toMatchObject({ title: 'Write `b.md`', scope: 'b.md, img/', implementation: ['see the wiki'] })
  expect(plan.tasks[0]).toMatchObject({ estimated_person_days: 2, acceptance: { criteria: ['It is short'] } })
})

test.each([
  ['T1: Scope: `x.md`, `y.md`', { scope: 'x.md, y.md' }],
  ['T1：范围：`x.md`', { scope: 'x.md' }],
  ['- T1: Delivers: `x.md`', { deliverable_spec: { filename: 'x.md' } }],
])('%s on the line of a task changes that and nothing else', (guidance, changed) => {
  const plan = replan(guidance)

  expect(plan.tasks[0]).toMatchObject({ title: 'Write `a.md`', estimated_person_days: 1, ...changed })
  expect(plan.tasks).toHaveLength(3)
})

test('a criterion on the line of a task is added to it', () => {
  const body = '- [ ] T1: Write `a.md`\n  - Acceptance: it is short'

  const { tasks, notes } = replan('T1: Acceptance: `a.md` contains `since`', body)

  expect(tasks[0]?.title).toBe('Write `a.md`')
  const statements = tasks[0]?.acceptance_criteria.map(({ statement }) => statement)
  expect(statements).toEqual(['it is short', '`a.md` contains `since`'])
  expect(notes.join(' ')).not.toContain('its own words')
})

test('where a task was held to its own words alone, a criterion takes their place, and the plan says so', () => {
  const { tasks, notes } = replan('T1: Acceptance: `a.md` contains `since`')

  expect(tasks[0]?.acceptance_criteria.map(({ statement }) => statement)).toEqual(['`a.md` contains `since`'])
  expect(notes).toContain(
    'T1 is held to what the guidance says of it: its own words, “Write `a.md`”, are no criterion beside that.',
  )
})

test('acceptance items of guidance are root criteria, and name their line of the guidance', () => {
  const plan = replan('## Acceptance\n\n- [ ] `c.md` contains `end`')

  expect(plan.goals[0]?.root_acceptance_criteria?.at(-1)).toEqual({
    id: 'RC-4',
    statement: '`c.md` contains `end`',
    source_line: 3,
    source: 'guidance',
    covered_by: ['T3/AC-1'],
  })
})

test('what nothing covers is named by the text that it stands in', () => {
  const faults = findPlanFaults(replan('## Acceptance\n\n- [ ] It sings'))

  expect(faults[0]?.message).toContain('for "It sings", which was said in the thread')
})

test('a file in guidance takes the place of the one in the issue', () => {
  const body = `${issue}\n${fence('text path=a.md', 'old')}\n`

  const plan = replan(fence('text path=a.md', 'new'), body)

  expect(plan.tasks[0]?.work).toEqual([{ kind: 'file', path: 'a.md', content: 'new\n', mode: '100644' }])
})

test('later guidance wins, and names tasks of earlier guidance', () => {
  const plan = replan('T4: Write `d.md`\nT4 by @ada\ndrop T4\nT4: Write `e.md` after T1\nT4: 3h')

  expect(plan.tasks.at(-1)).toMatchObject({ title: 'Write `e.md`', depends_on: ['T1'], estimated_person_days: 0.375 })
})

test('guidance plans an issue that names no work itself', () => {
  const plan = replan('T1: Explain it in `docs/how.md` (2h)', 'How does it work?')

  expect(plan.tasks).toMatchObject([{ id: 'T1', title: 'Explain it in `docs/how.md`' }])
})

test('a plan in YAML follows guidance too', () => {
  const body = fence(
    'yaml countersign',
    'tasks:\n  - { id: T1, title: Write a, scope: a.md, estimated_minutes: 60, acceptance_criteria: [{ statement: It is so }] }',
  )

  const plan = replan('T1: 2d\nT2: Write `b.md` after T1', body)

  expect(plan.tasks).toMatchObject([
    { id: 'T1', estimated_person_days: 2, estimated_minutes: 960 },
    { id: 'T2', depends_on: ['T1'], estimate_from: 'assumed' },
  ])
  expect(findPlanFaults(plan)).toEqual([])
})

test('guidance of which nothing can be read is asked about, in its own words', () => {
  const answer = planFromText('Three pages', issue, 'Make it nicer, please.\nT9 by @ada')

  expect(answer).toEqual({
    kind: 'needs_input',
    lacks: [
      '"Make it nicer, please." can not be read as a change to the plan.',
      '"T9 by @ada" is not followed: there is no T9.',
      expect.stringContaining('drop T3') as string,
    ],
  })
})

test('a part that planning made is spoken of as the task it comes from', () => {
  const answer = planFromText('Three pages', issue, 'T2.1 by @ada')

  expect(answer).toMatchObject({
    lacks: ['"T2.1 by @ada" is not followed: T2.1 comes of splitting T2, so say it of T2.', expect.any(String)],
  })
})

test('what can not be read beside what can is a note', () => {
  const plan = replan('T2: 2d\nand be quick')

  expect(plan.tasks[1]).toMatchObject({ estimated_person_days: 2, description: 'Write `b.md`' })
  expect(plan.notes).toContain('"and be quick" can not be read as a change to the plan.')
})

test('hidden characters and comments in guidance are not read', () => {
  const plan = replan('<!-- drop T1 -->\nT2: 2\u200Bd')

  expect(facts(plan)).toContainEqual(['T2', 2, '@ada', 'T1'])
  expect(plan.tasks).toHaveLength(3)
})

test('all tasks dropped is no plan', () => {
  expect(planFromText('Three pages', issue, 'drop T1, T2, T3')).toMatchObject({
    kind: 'needs_input',
    lacks: [expect.stringMatching(/^No task is left/)],
  })
})

test.each(['drop T1; ', 'T1 after T1, ', 'T2: 2d\n', 'T1 and T2 ', '- [ ] x\n', 'T4: a\n', 'drop T1, T1'])(
  'guidance of many "%s" takes linear time',
  { retry: 2, timeout: 30_000 },
  (text) => {
    const growth = measureGrowth(25_000, repeatTo(text), (guidance) => planFromText('Title', issue, guidance))

    expect(growth).toBeLessThan(linearGrowth)
  },
)

test('what a later comment says goes on with nothing of the one before', () => {
  const first = 'T2: Note it in `b.md`, after T1\n  - Acceptance:\n    - `b.md` contains `a.md`'
  const plan = replan(`${first}\n\fthis must be done before Friday`)

  const note = plan.tasks.find(({ id }) => id === 'T2')
  expect(note?.acceptance_criteria.map(({ statement }) => statement)).toContain('`b.md` contains `a.md`')
  expect(note?.description).not.toContain('Friday')
})

test.each(['Let me think', 'Give me a day.', 'We will check with legal first'])(
  'an answer that puts off, “%s”, says nothing of the work',
  (said) => {
    expect(planWritten('Make it faster', 'The export is slow.', said).gives).not.toBe('plan')
  },
)
