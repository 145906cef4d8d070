import { expect, test } from 'vitest'
import { makePlan } from '../../../src/application/planning/make-plan.ts'
import type { PlanningRequest } from '../../../src/application/planning/planning-request.ts'
import type { PlanRequest } from '../../../src/application/ports/roles/planner.ts'
import type { PlanAnswer } from '../../../src/domain/plan/plan-answer.ts'
import type { PlanDraft, TaskDraft } from '../../../src/domain/plan/plan-draft.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import type { FileSizes } from '../../../src/domain/plan/estimate/file-sizes.ts'
import { buildConfiguration, buildRecord } from '../../support/builders.ts'
import type { People } from '../../../src/application/ports/forge/people.ts'
import { repository } from '../../support/fakes/machine.ts'

const concrete = [{ statement: 'Expired tokens are refused with 401' }]

function draft(...tasks: (Partial<TaskDraft> & { id: string })[]): PlanDraft {
  return {
    description: 'Refuse expired tokens',
    tasks: tasks.map((task) => ({ title: `Change ${task.id}`, acceptance_criteria: concrete, ...task })),
  }
}

/** A task that changes these files, stated to take so many days. */
function large(id: string, days: number, files: string[]): Partial<TaskDraft> & { id: string } {
  const points = files.map((file) => ({ file, target: 'it', change: 'change it' }))
  return { id, estimated_person_days: days, scope: files.join(', '), modification_points: points }
}

interface Given {
  answers: (PlanDraft | PlanAnswer)[]
  plan?: Partial<ReturnType<typeof buildConfiguration>['plan']>
  sizes?: FileSizes
  people?: People
  /** The text. */
  body?: string
  /** Files are not told before. */
  until?: Promise<void>
}

/** What planning comes to where the planner answers these, the last one again and again. */
async function make({ answers, plan, sizes = new Map(), people, body = '', until = Promise.resolve() }: Given) {
  const asked: PlanRequest[] = []
  const looked: string[][] = []
  const configuration = buildConfiguration()
  const request: PlanningRequest = {
    repository,
    record: buildRecord({ frozen: { ...buildRecord().frozen, body } }),
    previous: null,
    planId: 'SOL-ISS-007-1',
    guidance: null,
    configuration: { ...configuration, plan: { ...configuration.plan, ...plan } },
    commit: 'c0ffee',
    op: 'ISS-007/1',
    at: '2026-11-21T03:12:00.000Z',
  }
  const event = await makePlan(
    {
      planner: {
        name: 'scripted',
        inline: true,
        plan: (one) => {
          const answer = answers[Math.min(asked.length, answers.length - 1)]
          asked.push(one)
          if (answer === undefined) throw new Error('no answer')
          return Promise.resolve('kind' in answer ? answer : { kind: 'draft', draft: answer })
        },
      },
      files: {
        readSizes: (_repository, _commit, paths) => {
          looked.push([...paths])
          return until.then(() => sizes)
        },
      },
      ...(people === undefined ? {} : { people }),
    },
    request,
  )
  return { event, asked, looked }
}

function planOf({ event }: Awaited<ReturnType<typeof make>>): Plan {
  if (event.kind !== 'plan_drafted') throw new Error(`${event.kind}: ${JSON.stringify(event)}`)
  return event.plan
}

test('a plan that stands is scored, hashed, and keeps its one round', async () => {
  const plan = planOf(await make({ answers: [draft({ id: 'T1', estimated_person_days: 0.5, scope: 'src/a.ts' })] }))

  expect(plan.score).toBeGreaterThanOrEqual(0.8)
  expect(plan.score_parts.map((part) => part.name)).toEqual([
    'completeness',
    'dependencies',
    'testability',
    'complexity',
  ])
  expect(plan.rounds).toMatchObject([{ number: 1, findings: [], splits: [] }])
  expect(plan.hash).toBe(hashPlan(plan))
})

test('findings go back to the planner, and both rounds are kept', async () => {
  const faulty = draft({ id: 'T1', estimated_person_days: 1, scope: 'a', depends_on: ['T9'] })
  const mended = draft({ id: 'T1', estimated_person_days: 1, scope: 'a' })

  const made = await make({ answers: [faulty, mended] })

  expect(made.asked.map((one) => one.findings.map((finding) => finding.code))).toEqual([[], ['dependency_dangling']])
  expect(planOf(made).rounds.map((round) => round.findings.length)).toEqual([1, 0])
})

test('what is told of a faulty plan in YAML says on which line', async () => {
  const faulty = draft({ id: 'T1', estimated_person_days: 1, scope: 'a', depends_on: ['T9'] })
  const body = '```yaml countersign\ntasks:\n  - id: T1\n    depends_on: [T9]\n```\n'

  const { event } = await make({ answers: [faulty], body })

  expect(event).toMatchObject({ faults: [{ message: expect.stringMatching(/^Line 4, column 18: T1 depends on T9/) }] })
})

test('a planner that answers the same again is not asked a third time', async () => {
  const faulty = draft({ id: 'T1', estimated_person_days: 1, scope: 'a', depends_on: ['T1'] })

  const made = await make({ answers: [faulty] })

  expect(made.asked).toHaveLength(2)
  expect(made.event).toMatchObject({ kind: 'plan_drafted', faults: [{ code: 'dependency_self' }] })
})

test('a planner that keeps failing is asked max_attempts times', async () => {
  const faulty = [1, 2, 3, 4].map((days) =>
    draft({ id: 'T1', estimated_person_days: days, scope: 'a', depends_on: ['T1'] }),
  )

  const made = await make({ answers: faulty, plan: { max_attempts: 3 } })

  expect(made.asked).toHaveLength(3)
  expect(made.event).toMatchObject({ faults: [{ code: 'dependency_self' }] })
})

test('a plan that scores too low goes back with what would raise it, then is given as it is', async () => {
  const vague = (title: string) =>
    draft({ id: 'T1', title, estimated_person_days: 1, scope: 'a', acceptance_criteria: [{ statement: 'It works' }] })

  const made = await make({ answers: [vague('One'), vague('Two')], plan: { max_attempts: 2 } })

  expect(made.asked[1]?.findings).toContainEqual(expect.objectContaining({ code: 'score_too_low' }))
  expect(made.event).toMatchObject({
    kind: 'plan_drafted',
    faults: [],
    plan: { rounds: [{ number: 1 }, { number: 2 }] },
  })
  expect(planOf(made).score).toBeLessThan(0.8)
})

test('a leaf too large for one go is split, level by level, and each split is kept', async () => {
  const files = ['src/a.ts', 'src/b.ts', 'docs/c.md', 'docs/d.md']

  const plan = planOf(await make({ answers: [draft(large('T1', 36, files))] }))

  expect(plan.tasks.map((task) => task.id)).toEqual(['T1.1.1', 'T1.1.2', 'T1.2.1', 'T1.2.2'])
  expect(plan.tasks.every((task) => task.one_shot_pass === true)).toBe(true)
  expect(plan.rounds.flatMap((round) => round.splits.map((split) => [round.number, split.task]))).toEqual([
    [1, 'T1'],
    [2, 'T1.1'],
    [2, 'T1.2'],
  ])
})

test('what cannot be cut is asked for', async () => {
  const made = await make({ answers: [draft(large('T1', 14, ['src/a.ts']))] })

  expect(made.event).toMatchObject({ kind: 'plan_needs_input', lacks: [expect.stringContaining('T1')] })
})

test.each([
  ['depth', { max_decomposition_depth: 1 }],
  ['leaves', { max_leaves: 3 }],
])('the limit of %s ends in a question', async (_limit, plan) => {
  const files = ['src/a.ts', 'src/b.ts', 'docs/c.md', 'docs/d.md']

  const { event } = await make({ answers: [draft(large('T1', 36, files))], plan })

  expect(event).toMatchObject({ kind: 'plan_needs_input', lacks: expect.arrayContaining([expect.any(String)]) })
})

test('an estimate nobody stated is computed from what the task touches, and why is kept', async () => {
  const assumed = { id: 'T1', estimated_person_days: 0.5, estimate_from: 'assumed' as const, scope: 'src/a.ts' }

  const small = await make({ answers: [draft(assumed)] })
  const big = await make({ answers: [draft(assumed)], sizes: new Map([['src/a.ts', 400_000]]) })

  expect(small.looked).toEqual([expect.arrayContaining(['src/a.ts'])])
  expect(planOf(big).tasks[0]?.estimated_person_days).toBeGreaterThan(
    planOf(small).tasks[0]?.estimated_person_days ?? 99,
  )
  expect(planOf(big).tasks[0]).toMatchObject({ estimate_from: 'computed', feasibility_note: expect.any(String) })
  expect(planOf(big).rounds[0]?.feasibility).toMatchObject([{ task: 'T1', person_days_before: 0.5 }])
})

test('where no tests are named, the plan says so with a command for repositories like this one', async () => {
  const answers = [draft({ id: 'T1', estimated_person_days: 0.5, scope: 'src/a.ts' })]

  const made = await make({ answers, sizes: new Map([['Cargo.toml', 9]]) })

  expect(planOf(made).notes[0]).toMatch(/^Your repository's tests won't be run.*test_commands: \[cargo test\]/)
})

test('paths that the configuration denies are a finding', async () => {
  const configuration = buildConfiguration()
  const denied = { ...configuration, paths: { denied: ['secret/**'] } }
  const given = draft({
    id: 'T1',
    estimated_person_days: 1,
    deliverable_spec: { filename: 'a.txt', output_dir: 'secret/', single_file: true },
  })

  const event = await makePlan(
    {
      planner: { name: 'scripted', inline: true, plan: () => Promise.resolve({ kind: 'draft', draft: given }) },
      files: { readSizes: () => Promise.resolve(new Map()) },
    },
    {
      repository,
      record: buildRecord(),
      previous: null,
      planId: 'SOL-ISS-007-1',
      guidance: null,
      configuration: denied,
      commit: '',
      op: 'ISS-007/1',
      at: '2026-11-21T03:12:00.000Z',
    },
  )

  expect(event).toMatchObject({ faults: [{ code: 'path_not_allowed', nodes: ['T1'] }] })
})

test.each([
  [
    { kind: 'needs_input', lacks: ['a file'] },
    { kind: 'plan_needs_input', lacks: ['a file'] },
  ],
  [
    { kind: 'declined', why: 'a question' },
    { kind: 'plan_declined', why: 'a question' },
  ],
] as const)('%j of the planner is passed on', async (answer, event) => {
  expect((await make({ answers: [answer as PlanAnswer] })).event).toMatchObject(event)
})

test('people are asked about while files are looked at, side by side, and each question once', async () => {
  const asked: string[] = []
  const known = Promise.withResolvers<void>()
  const ask = async (what: string) => {
    asked.push(what)
    if (asked.length === 2) known.resolve()
    await known.promise
  }
  const people: People = {
    findRole: () => Promise.reject(new Error('nobody asks')),
    findRoleOfLogin: (_repository, login) => ask(login).then(() => 'read' as const),
    listWriters: () => ask('writers').then(() => ['ada']),
    countReviewRequests: () => Promise.reject(new Error('nobody asks')),
  }
  const judged = [{ statement: 'It reads well', check_method: 'manual_review' as const }]

  const task = { id: 'T1', scope: 'a.md', estimated_person_days: 1, executor: '@bo', acceptance_criteria: judged }
  const { event } = await make({ answers: [draft(task)], plan: { min_score: 0 }, people, until: known.promise })

  expect(event).toMatchObject({ assignees: { people: [{ login: 'bo', role: 'read' }], writers: ['ada'] } })
  expect(asked.toSorted()).toEqual(['bo', 'writers'])
})
