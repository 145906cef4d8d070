import { expect, test } from 'vitest'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import { askPlanner, planIssue } from '../../../support/plans/plan-issue.ts'

const issue = `我们需要解析时长。

## 任务列表

- [ ] T1：实现解析 \`src/parse.ts\`（0.5 天，@ada）
  - 验收标准：
    - \`src/parse.ts\` 存在
    - \`npm test\` 通过
- [ ] T2：编写文档，依赖 T1，2 小时
  - 负责人：@grace
  - 交付物：\`docs/parse.md\`
- [ ] T3: 在 T1、T2 之后发布
  - 执行：patch
  - 工时：半天
  - 范围：\`CHANGELOG.md\`、\`package.json\`
  - 测试：\`node --test\`

## 二、验收条件

- [ ] \`docs/parse.md\` 包含 \`小时\`
- [ ] 更新日志清楚（T3）（次要）
`

test('a plan in Chinese with full-width marks is read like one in English', async () => {
  const plan = await planIssue('解析时长', issue)

  expect(findPlanFaults(plan)).toEqual([])
  expect(plan.tasks).toMatchObject([
    { id: 'T1', title: '实现解析 `src/parse.ts`', estimated_person_days: 0.5, executor: '@ada', depends_on: [] },
    {
      id: 'T2',
      title: '编写文档',
      action: 'Create',
      estimated_person_days: 0.25,
      executor: '@grace',
      depends_on: ['T1'],
      deliverable_spec: { output_dir: 'docs/', filename: 'parse.md' },
    },
    {
      id: 'T3',
      title: '发布',
      estimated_person_days: 0.5,
      executor: 'patch',
      depends_on: ['T1', 'T2'],
      scope: 'CHANGELOG.md, package.json',
      test: { commands: ['node --test'] },
    },
  ])
  expect(plan.tasks[0]?.acceptance_criteria).toMatchObject([
    { check: 'exists', target: 'src/parse.ts' },
    { check_method: 'run_smoke_test', command: 'npm test' },
  ])
  expect(plan.goals[0]?.root_acceptance_criteria?.slice(-2)).toMatchObject([
    { source_line: 20, statement: '`docs/parse.md` 包含 `小时`', covered_by: ['T2/AC-1'] },
    { source_line: 21, statement: '更新日志清楚', covered_by: ['T3/AC-1'] },
  ])
})

test.each([
  ['依赖 T1', ['T1']],
  ['依赖：T1、T3', ['T1', 'T3']],
  ['依赖于T1和T3', ['T1', 'T3']],
  ['在 T1 之后', ['T1']],
  ['T1 完成后', ['T1']],
  ['前置任务：T1，T3', ['T1', 'T3']],
  ['依赖：无', []],
])('"%s" is an order', async (line, dependsOn) => {
  const plan = await planIssue('序', `- [ ] T1: 甲\n- [ ] T3: 丙\n- [ ] T2: 乙\n  - ${line}\n`)

  expect(plan.tasks.find((task) => task.id === 'T2')).toMatchObject({ depends_on: dependsOn, implementation: ['乙'] })
})

test.each([
  ['0.5 天', 0.5],
  ['约2人日', 2],
  ['３ 人天', 3],
  ['4小时', 0.5],
  ['240 分钟', 0.5],
  ['半天', 0.5],
  ['两天', 2],
  ['1 个工作日', 1],
  ['2 周', 10],
  ['2 weeks', 10],
])('"%s" is an estimate', async (words, days) => {
  const plan = await planIssue(
    '估',
    `- [ ] T1：甲（${words}）\n- [ ] T2：乙，${words}\n- [ ] T3：丙\n  - 工时：${words}\n`,
  )

  expect(plan.tasks.map((task) => [task.title, task.estimated_person_days])).toEqual([
    ['甲', days],
    ['乙', days],
    ['丙', days],
  ])
})

test('words that only look like an order stay words', async () => {
  const plan = await planIssue('后端', '- [ ] T1：甲\n- [ ] T2：在 T1 后端添加日志\n- [ ] T3：处理（见 T1）的日志\n')

  expect(plan.tasks.map((task) => [task.title, task.depends_on])).toEqual([
    ['甲', []],
    ['在 T1 后端添加日志', []],
    ['处理（见 T1）的日志', []],
  ])
})

test.each([
  ['- [ ] T2: Schreibe `b.md` nach T1 (2 Tage)', ['nach T1', '2 Tage']],
  ['- [ ] T2: Écrire `b.md`\n  - après T1\n  - 3 jours', ['après T1', '3 jours']],
  ['- [ ] T2: `b.md` を書く（T1 の後、3時間）', ['T1 の後', '3時間']],
  ['- [ ] T2: Написать `b.md` после T1', ['после T1']],
  ['- [ ] T2: Write `b.md` (0,5 d)', ['0,5 d']],
])('an order or estimate that is not read is told: %j', async (text, words) => {
  const answer = await askPlanner('Un', `- [ ] T1: Do \`a.md\` (1 d)\n${text}\n`)

  const notes = answer.kind === 'draft' ? (answer.draft.notes ?? []) : []
  expect(notes.filter((note) => note.startsWith('T2 says'))).toEqual(
    words.map((said) => expect.stringContaining(`T2 says "${said}"`) as string),
  )
})
