import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { assemblePlan } from '../../../../src/domain/plan/assemble/assemble-plan.ts'
import { type PlanIo, runPlanCheck, runPlanShow } from '../../../../src/entrypoints/commands/plan/plan.ts'
import type { PlanFormat } from '../../../../src/entrypoints/commands/plan/plan-formats.ts'
import { buildPlanDraft, buildPlanFacts, buildTaskDraft } from '../../../support/plans/build-draft.ts'
import { createLocalRepository } from '../../../support/local-repository.ts'
import { leastSolution, specSolution } from '../../../support/plans/spec-solution.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function write(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(dir, name), content)
  return join(dir, name)
}

async function run(start: (io: PlanIo) => Promise<number>, input = '') {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const code = await start({
    stdout: (text) => stdout.push(text),
    stderr: (text) => stderr.push(text),
    env: process.env,
    async *stdin() {
      yield Buffer.from(input)
    },
    now: () => '2026-11-21T03:12:00.000Z',
    terminal: { colours: false, width: 100 },
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

const check = (file: string, options: { repo?: string; json?: boolean } = {}) =>
  run((io) => runPlanCheck({ file, ...options }, io))
const show = (file: string, format: PlanFormat, repo?: string) => run((io) => runPlanShow({ file, format, repo }, io))

const wholePlan = () => assemblePlan(buildPlanDraft(), buildPlanFacts())

describe('plan check', () => {
  test('the example of spec 000 is fine: exit code 0', async () => {
    const { code, stdout } = await check(await write('solution.json', JSON.stringify(specSolution)))

    expect(code).toBe(0)
    expect(stdout).toMatch(/^OK: .*solution\.json is a solution: SOL-ISS-001-1 · 0 faults · score \d\.\d\d/)
    expect(stdout).toContain('How criteria are checked is read from their words: T1.')
  })

  test('so is the same in YAML, and from standard input', async () => {
    const { code, stdout } = await run((io) => runPlanCheck({ file: '-' }, io), stringify(specSolution))

    expect(code).toBe(0)
    expect(stdout).toContain('- is a solution')
  })

  test('a whole plan is read as one', async () => {
    const { code, stdout } = await check(await write('plan.json', JSON.stringify(wholePlan())))

    expect(code).toBe(0)
    expect(stdout).toContain('plan.json is a plan: SOL-ISS-007-1')
  })

  test('a plan as it stands in an issue needs no ids', async () => {
    const { code, stdout } = await check(await write('draft.yml', stringify(buildPlanDraft())))

    expect(code).toBe(0)
    expect(stdout).toContain('draft.yml is a plan without ids')
  })

  test('all faults are told: exit code 1', async () => {
    const tasks = [
      buildTaskDraft({ id: 'T1', depends_on: ['T2'] }),
      buildTaskDraft({ id: 'T2', depends_on: ['T1'], estimated_person_days: 0 }),
    ]

    const { code, stdout } = await check(await write('draft.yml', stringify(buildPlanDraft({ tasks }))))

    expect(code).toBe(1)
    expect(stdout).toMatch(/^NOT OK: .* 2 faults/)
    expect(stdout).toContain('[dependency_circular]')
    expect(stdout).toMatch(
      /Line \d+, column 5: T2 needs an estimate above 0 person-days; write `estimated_person_days: 0\.5`\. \[estimate_not_positive\]/,
    )
  })

  test.each([
    ['an unknown task', '[T1, T9]', /Line 11, column 22: T2 depends on T9, which is no task; /],
    ['itself', '[T2]', /Line 11, column 18: T2 depends on itself; /],
    ['a circle', '[T3]', /Line 11, column 18: these wait for each other in a circle: T\d → T\d → T\d; /],
  ])('an order is told with the place where it stands in the file: %s', async (_what, order, fault) => {
    const task = (id: string, on: string) =>
      `  - id: ${id}\n    title: Say ${id}\n    acceptance_criteria: [{ statement: '\`${id}.md\` exists' }]\n    depends_on: ${on}\n`
    const text = `description: Docs\nstrategy_type: feature\ntasks:\n${task('T1', '[]')}${task('T2', order)}${task('T3', '[T2]')}`

    const { code, stdout } = await check(await write('draft.yml', text))

    expect(code).toBe(1)
    expect(stdout).toMatch(fault)
  })

  test('so is an edge of a whole plan that no order says', async () => {
    const plan = wholePlan()
    const edges = [...plan.edges, { type: 'DEPENDS_ON', from: 'T9', to: plan.tasks[0]?.id }]
    const text = JSON.stringify({ ...plan, edges }, null, 2)
    const line = text.slice(0, text.indexOf('"T9"')).split('\n').length - 2

    const { stdout } = await check(await write('plan.json', text))

    expect(stdout).toContain(`Line ${line}, column 5: a DEPENDS_ON edge leads from T9`)
  })

  test('a plan without faults may still say too little: exit code 1, and why', async () => {
    const vague = buildTaskDraft({ acceptance_criteria: [{ statement: 'It works properly' }] })

    const { code, stdout } = await check(await write('draft.yml', stringify(buildPlanDraft({ tasks: [vague] }))))

    expect(code).toBe(1)
    expect(stdout).toMatch(/^NOT OK: .* 0 faults · score 0\.\d\d, below 0\.80/)
    expect(stdout).toMatch(/│ testability +│ +30 % │ +0\.00 │ .*T1/)
  })

  test.each([
    [
      'too large to be done in one go, and not to be split',
      [buildTaskDraft({ estimated_person_days: 50 })],
      /T1 can't be split/,
    ],
    [
      'more tasks than a plan may have',
      Array.from({ length: 100 }, (_, at) => buildTaskDraft({ id: `T${at + 1}` })),
      /The plan has 100 tasks; a plan may have 60\./,
    ],
  ])('what planning would not offer is not OK: %s', async (_what, tasks, why) => {
    const { code, stdout } = await check(await write('draft.yml', stringify(buildPlanDraft({ tasks }))))

    expect(code).toBe(1)
    expect(stdout).toMatch(/^NOT OK: .* 0 faults · planning would ask for more · score/)
    expect(stdout).toMatch(why)
  })

  test('what planning would split is told', async () => {
    const points = ['src/a.ts', 'docs/b.md'].map((file) => ({ file, target: 'x', change: 'y' }))
    const task = buildTaskDraft({
      scope: 'src/a.ts, docs/b.md',
      modification_points: points,
      estimated_person_days: 12,
    })
    const analysis = { risk: 'medium', impact: 'medium', complexity: 'medium' } as const

    const { code, stdout } = await check(
      await write('draft.yml', stringify(buildPlanDraft({ tasks: [task], analysis }))),
    )

    expect(stdout).toContain('T1 split along deliverables into T1.1, T1.2')
    expect(code).toBe(0)
  })

  test('a plan that was changed by hand has another hash: exit code 1', async () => {
    const plan = { ...wholePlan(), description: 'Something else' }

    const { code, stdout } = await check(await write('plan.json', JSON.stringify(plan)))

    expect(code).toBe(1)
    expect(stdout).toMatch(/the file says hash [0-9a-f]{7}, what it holds has [0-9a-f]{7}: it was changed since/)
  })

  test('with --json the outcome is data', async () => {
    const { stdout } = await check(await write('solution.json', JSON.stringify(specSolution)), { json: true })

    expect(JSON.parse(stdout)).toMatchObject({
      read_as: 'solution',
      plan_id: 'SOL-ISS-001-1',
      ok: true,
      faults: [],
      min_score: 0.8,
    })
  })

  test('so is a file that is no plan', async () => {
    const { code, stdout } = await check(await write('solution.json', '{"id": 1, "tasks": []}'), { json: true })

    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, kind: 'faulty' })
  })

  test('wrong keys and values are told with line and column: exit code 1', async () => {
    const text = JSON.stringify({ ...leastSolution, descripton: '' }, null, 2)

    const { code, stderr } = await check(await write('solution.json', text))

    expect(code).toBe(1)
    expect(stderr).toContain('Line 20, column 3: `descripton` is not known here; did you mean `description`?')
  })

  test('the configuration and the file sizes of a repository count', async () => {
    await using repository = await createLocalRepository()
    await repository.commit({
      '.github/countersign.yml': 'plan: { min_score: 1 }\npaths: { denied: [src/config/**] }\n',
      'src/config/auth.ts': 'x'.repeat(200_000),
    })
    const file = await write('solution.json', JSON.stringify(specSolution))

    const { code, stdout } = await check(file, { repo: repository.source, json: true })

    expect(code).toBe(1)
    const outcome = JSON.parse(stdout) as {
      faults: { code: string }[]
      feasibility: { why: string }[]
      min_score: number
    }
    expect(outcome.min_score).toBe(1)
    expect(outcome.faults.map((fault) => fault.code)).toEqual(['path_not_allowed'])
    expect(outcome.feasibility[0]?.why).toContain('kB')
  })

  test('a faulty configuration is told, and the defaults hold', async () => {
    await using repository = await createLocalRepository()
    await repository.commit({ '.github/countersign.yml': 'plan: { min_scor: 1 }\n' })
    const file = await write('solution.json', JSON.stringify(specSolution))

    const { code, stderr } = await check(file, { repo: repository.source })

    expect(code).toBe(0)
    expect(stderr).toContain('.github/countersign.yml: Line 1, column 9: `plan.min_scor` is not known here')
  })
})

describe('what can’t be read: exit code 2, what was seen and where', () => {
  test.each<[string, () => Promise<string>]>([
    ['there is no /nowhere/plan.json', () => Promise.resolve('/nowhere/plan.json')],
    ['is a folder; give a file in it', () => Promise.resolve(dir)],
    ['is empty', () => write('plan.json', ' \n')],
    ['is no text in UTF-8', () => write('plan.json', new Uint8Array([0x7b, 0xff, 0xfe]))],
    ['is no text in UTF-8', () => write('plan.json', 'a\0b')],
    ['is too large: more than 4,194,304 bytes', () => write('plan.json', ' '.repeat(4_200_000))],
    ['Line 2, column 1: Flow map must end with a }', () => write('plan.json', '{"id": 1\n')],
    ['Line 1, column 10: Map keys must be unique', () => write('plan.json', '{"id": 1,"id": 2}')],
    ['Line 1, column 5: aliases (`*name`) are not read here', () => write('plan.yml', 'id: *x')],
    ['For the text of an issue: countersign plan dry-run', () => write('issue.md', '# a: b: c\nd: e: f')],
  ])('%s', async (message, prepare) => {
    const { code, stdout, stderr } = await check(await prepare())

    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  test.each([
    ['/nowhere', 'there is no /nowhere'],
    [import.meta.filename, 'is no folder'],
    [tmpdir(), 'is no git repository'],
  ])('the repository %s', async (repo, message) => {
    const { code, stderr } = await check('-', { repo })

    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  test('a repository without a commit', async () => {
    await using repository = await createLocalRepository()

    const { code, stderr } = await check('-', { repo: repository.source })

    expect(stderr).toContain('nothing is committed')
    expect(code).toBe(2)
  })
})

describe('plan show', () => {
  test('a table says what, what it delivers, after what, how long, who', async () => {
    const tasks = [
      buildTaskDraft(),
      buildTaskDraft({ id: 'T2', title: '写文档', depends_on: ['T1'], executor: '@ada' }),
    ]
    const { code, stdout } = await show(await write('draft.yml', stringify(buildPlanDraft({ tasks }))), 'table')

    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Plan [0-9a-f]{7} \(SOL-ISS-001-1\) · 2 tasks · 1 person-day · score \d\.\d\d\nGreet people\n/,
    )
    expect(stdout).toMatch(/│ T2 +│ 写文档 +│ src\/T2\.ts +│ T1 +│ +0\.5 days │ @ada +│ +2 │/)
  })

  test('an estimate that nobody stated is the one that `plan check` and planning compute', async () => {
    await using repository = await createLocalRepository()
    await repository.commit({ 'src/T1.ts': 'x'.repeat(200_000) })
    const { estimated_person_days: _, ...task } = buildTaskDraft()
    const file = await write('draft.yml', stringify(buildPlanDraft({ tasks: [task] })))

    const outputs = await Promise.all([check(file), show(file, 'table')])
    const beside = [await check(file, { repo: repository.source }), await show(file, 'table', repository.source)]

    expect(outputs.map(({ stdout }) => /\d\.\d(?= (?:person-)?days)/.exec(stdout)?.[0])).toEqual(['0.3', '0.3'])
    expect(beside.map(({ stdout }) => /\d\.\d(?= (?:person-)?days)/.exec(stdout)?.[0])).toEqual(['1.3', '1.3'])
  })

  test('no text of a file steers the terminal', async () => {
    const evil = buildTaskDraft({ title: 'red \u001b[31m and \u0007 bell \u202e turned' })
    const { stdout } = await show(await write('draft.json', JSON.stringify(buildPlanDraft({ tasks: [evil] }))), 'table')

    expect(stdout).toContain('red [31m and bell')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('a solution shown as a solution is the same file', async () => {
    const file = await write('solution.json', JSON.stringify(specSolution))

    const { stdout } = await show(file, 'solution')

    expect(JSON.parse(stdout)).toEqual(specSolution)
  })

  test('a whole plan shown as JSON is the same plan', async () => {
    const plan = { ...wholePlan(), score: 0.9 }

    const { stdout } = await show(await write('plan.json', JSON.stringify(plan)), 'json')

    expect(JSON.parse(stdout)).toEqual(plan)
  })

  test('Mermaid is the bare graph', async () => {
    const tasks = [buildTaskDraft(), buildTaskDraft({ id: 'T2', depends_on: ['T1'] })]
    const { stdout } = await show(await write('draft.yml', stringify(buildPlanDraft({ tasks }))), 'mermaid')

    expect(stdout).toBe('flowchart LR\n  T1["T1 Write part T1"]\n  T2["T2 Write part T2"]\n  T1 --> T2\n')
  })

  test('not even an id ends its label', async () => {
    const tasks = [buildTaskDraft({ id: 'T1"]\n  click evil' })]
    const { stdout } = await show(await write('draft.json', JSON.stringify(buildPlanDraft({ tasks }))), 'mermaid')

    expect(stdout.split('\n')).toEqual(['flowchart LR', expect.stringContaining('["T1#34;#93; click evil '), ''])
  })

  test('Markdown is the comment as the App posts it', async () => {
    const plan = wholePlan()
    const { stdout } = await show(await write('plan.json', JSON.stringify(plan)), 'markdown')

    expect(stdout).toContain(`### Plan \`${plan.hash.slice(0, 7)}\` for #7 · 1 task`)
    expect(stdout).toContain('**Waits for approval by somebody with write access:**')
  })

  test('what is no plan is not shown: exit code 1', async () => {
    const { code, stderr } = await show(await write('plan.json', '[]'), 'json')

    expect(code).toBe(1)
    expect(stderr).toContain('the whole is a list; it must be a mapping')
  })
})
