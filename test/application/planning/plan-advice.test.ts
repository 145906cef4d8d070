import { describe, expect, test } from 'vitest'
import { planAtOnce } from '../../../src/application/planning/choose-planner.ts'
import { makePlan } from '../../../src/application/planning/make-plan.ts'
import type { PlanningPorts, PlanningRequest } from '../../../src/application/planning/planning-request.ts'
import type { PlanAdvice } from '../../../src/application/ports/roles/plan-advice.ts'
import type { PlanRequest } from '../../../src/application/ports/roles/planner.ts'
import type { PlanFault } from '../../../src/domain/plan/rules/plan-fault.ts'
import type { PlanAnswer } from '../../../src/domain/plan/plan-answer.ts'
import type { PlanDraft, TaskDraft } from '../../../src/domain/plan/plan-draft.ts'
import { buildModelReceipt } from '../../support/agents/fake-language-model.ts'
import { buildConfiguration, buildRecord } from '../../support/builders.ts'
import { repository } from '../../support/fakes/machine.ts'

const receipt = buildModelReceipt('plan reviewer')
const finding: PlanFault = { code: 'reader_found', nodes: ['T1'], message: 'Nothing says what an empty file prints.' }
const says = (...findings: PlanFault[]) => ({ kind: 'advised' as const, value: findings, by: 'model-2', receipt })

function draft(given: Partial<TaskDraft> = {}): PlanDraft {
  const task = {
    id: 'T1',
    title: 'Refuse expired tokens',
    acceptance_criteria: [{ statement: 'Expired tokens are refused with 401' }],
    estimated_person_days: 0.5,
    scope: 'src/',
    modification_points: [{ file: 'src/a.ts', target: 'check', change: 'refuse what has expired' }],
  }
  return { description: 'Refuse expired tokens', tasks: [{ ...task, ...given }] }
}

const better = draft({ description: 'An empty file prints 0' })

function requestOf(agents: Partial<PlanningRequest['configuration']['agents']> = {}): PlanningRequest {
  const configuration = buildConfiguration()
  return {
    repository,
    record: buildRecord(),
    previous: null,
    planId: 'SOL-ISS-007-1',
    guidance: null,
    configuration: { ...configuration, agents: { ...configuration.agents, plan_reviewer: 'model', ...agents } },
    commit: 'c0ffee',
    op: 'ISS-007/1',
    at: '2026-11-21T03:12:00.000Z',
  }
}

/** Plans with answers in order, the last again and again, and this advice. */
function open(answers: (PlanDraft | PlanAnswer)[], advice: PlanAdvice) {
  const asked: PlanRequest[] = []
  const ports: PlanningPorts = {
    planner: {
      name: 'model',
      inline: true,
      plan(one) {
        const answer = answers[Math.min(asked.length, answers.length - 1)]
        asked.push(one)
        if (answer === undefined) throw new Error('no answer')
        return Promise.resolve('kind' in answer ? answer : { kind: 'draft', draft: answer })
      },
    },
    files: { readSizes: () => Promise.resolve(new Map()) },
    advisers: () => advice,
  }
  return { ports, asked }
}

/** Answers of a reader in order, the last again and again. */
function readerOf(...answers: ReturnType<typeof says>[]): PlanAdvice {
  let read = 0
  return {
    review: () => {
      const answer = answers[Math.min(read, answers.length - 1)] ?? says()
      read += 1
      return Promise.resolve(answer)
    },
  }
}

async function planWith(answers: (PlanDraft | PlanAnswer)[], advice: PlanAdvice, request = requestOf()) {
  const { ports, asked } = open(answers, advice)
  const event = await makePlan(ports, request)
  if (event.kind !== 'plan_drafted') throw new Error(JSON.stringify(event))
  return { plan: event.plan, asked, faults: event.faults }
}

describe('a second reader of plans', () => {
  test('has its findings go back to the planner, and both rounds are kept', async () => {
    const { plan, asked } = await planWith([draft(), better], readerOf(says(finding), says()))

    expect(asked[1]?.findings).toEqual([finding])
    expect(plan.rounds.map(({ reading }) => reading?.findings.length)).toEqual([1, 0])
    expect(plan.rounds[0]?.models).toEqual([receipt])
    expect(plan.tasks[0]?.description).toBe('An empty file prints 0')
    expect(plan.notes.join()).not.toContain('second reader')
  })

  test('that is never content keeps no plan from people: they read what is open', async () => {
    const drafts = [draft(), better, draft({ description: 'Once more' }), draft({ description: 'And again' })]

    const { plan, asked, faults } = await planWith(drafts, readerOf(says(finding)))

    expect(asked).toHaveLength(3)
    expect(faults).toEqual([])
    expect(plan.notes).toContain(
      'A second reader (`model-2`) found, and it was not mended: T1: Nothing says what an empty file prints.',
    )
  })

  test('of a planner that has nothing else to say ends after one round', async () => {
    const { plan, asked } = await planWith([draft()], readerOf(says(finding)))

    expect(asked).toHaveLength(2)
    expect(plan.rounds).toHaveLength(1)
  })

  test('does not make worse what passes the rules: the plan before is offered', async () => {
    const broken = draft({ depends_on: ['T9'] })

    const { plan, faults } = await planWith([draft(), broken], readerOf(says(finding)))

    expect(faults).toEqual([])
    expect(plan.tasks[0]?.depends_on).toEqual([])
  })

  test('with a planner that fails in the second round, the first plan stands', async () => {
    const failed: PlanAnswer = { kind: 'needs_input', lacks: ['The model was not asked to the end.'] }

    const { plan } = await planWith([draft(), failed], readerOf(says(finding)))

    expect(plan.tasks).toHaveLength(1)
  })

  test('that could not be asked is named above the plan', async () => {
    const why = 'the plan reviewer was not asked to the end: a limit'

    const { plan } = await planWith([draft()], { review: () => Promise.resolve({ kind: 'none', why, receipt }) })

    expect(plan.notes).toContain(`Rules alone judged here: ${why}`)
    expect(plan.rounds[0]).toMatchObject({ unadvised: [why], models: [receipt] })
  })
})

test('a task that is too large by a model is cut where a model says, with nothing of it lost', async () => {
  const points = ['src/a.ts', 'src/b.ts'].flatMap((file) =>
    ['one', 'two'].map((target) => ({ file, target, change: `change ${target}` })),
  )
  const estimated: string[][] = []
  const { plan } = await planWith([draft({ modification_points: points })], {
    estimate(_plan, leaves) {
      estimated.push(leaves.map(({ id }) => id))
      const value = leaves.map(({ id }) => ({ task: id, person_days: id === 'T1' ? 12 : 4, why: 'much calls it' }))
      return Promise.resolve({ kind: 'advised', value, by: 'model-1', receipt })
    },
    cut(_plan, _task, findFaults) {
      const value = {
        parts: [
          { paths: ['src/a.ts'], places: [1, 2] },
          { paths: ['src/b.ts'], places: [3, 4] },
        ],
      }
      expect(findFaults({ parts: value.parts.slice(1) })).not.toEqual([])
      expect(findFaults(value)).toEqual([])
      return Promise.resolve({ kind: 'advised', value, by: 'model-1', receipt })
    },
  })

  expect(plan.rounds[0]?.splits).toMatchObject([{ task: 'T1', into: ['T1.1', 'T1.2'], by: 'model-1' }])
  expect(plan.tasks.flatMap(({ modification_points: all }) => all)).toEqual(points)
  expect(estimated).toEqual([['T1'], ['T1.1', 'T1.2']])
  expect(plan.tasks.map(({ estimated_person_days: days }) => days)).toEqual([4, 4])
})

test('a plan that models are asked about is not made at once; without them it is', async () => {
  const { ports } = open([draft()], readerOf())
  const { advisers: _, ...alone } = ports

  expect(await planAtOnce(ports, requestOf())).toBeUndefined()
  expect(await planAtOnce(ports, requestOf({ plan_reviewer: 'rules' }))).toMatchObject({ kind: 'plan_drafted' })
  const planned = await planAtOnce(alone, requestOf({ planner: 'outline' }))
  expect(planned?.kind === 'plan_drafted' && planned.plan.notes.join()).toContain('none is set up here')
})
