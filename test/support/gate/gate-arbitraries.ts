import { fc } from '../property.ts'
import type { AcceptanceCriterion } from '../../../src/domain/plan/acceptance-criterion.ts'
import type { GateState } from '../../../src/domain/gate/decide-gate.ts'
import type { GateEvent, Person } from '../../../src/domain/gate/draft/gate-event.ts'
import type { Validation } from '../../../src/domain/records/loop/validation.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import type { CriterionResult } from '../../../src/domain/records/review.ts'
import { buildCriterion, buildPlan, buildTask, buildValidation, testSha, testUuid } from '../builders.ts'
import { actionOf, ada, bo, checkOf, receiptOf, versionOf } from './play-gate.ts'

const machine = buildCriterion()
const manual = buildCriterion({
  id: 'AC-2',
  check_method: 'manual_review',
  severity: 'major',
  statement: 'it reads well',
})
const ci = buildCriterion({ id: 'AC-3', check_method: 'ci_check', checks: ['build'], statement: 'the build passes' })
const minor = buildCriterion({ id: 'AC-4', severity: 'minor', statement: 'it is short' })
const criteriaSets = [[machine], [manual], [machine, manual], [machine, ci], [machine, manual, ci, minor]]

/** Legal plans: one to eight tasks, some under a split, each depending on any of those before it, listed in any order. */
export const planArbitrary: fc.Arbitrary<Plan> = fc
  .array(
    fc.record({ split: fc.boolean(), deps: fc.nat(255), criteria: fc.nat(criteriaSets.length - 1), rank: fc.nat(99) }),
    { minLength: 1, maxLength: 8 },
  )
  .map((shapes) => {
    const ids = shapes.map((shape, index) => (shape.split ? `T${index + 1}.1` : `T${index + 1}`))
    const tasks = shapes.map((shape, index) => {
      const id = ids[index] ?? 'T1'
      const depends_on = ids.slice(0, index).filter((_, bit) => ((shape.deps >> bit) & 1) === 1)
      return buildTask({ id, depends_on, acceptance_criteria: criteriaSets[shape.criteria] as AcceptanceCriterion[] })
    })
    const rank = new Map(ids.map((id, index) => [id, shapes[index]?.rank ?? 0]))
    return buildPlan({ tasks: tasks.toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0)) })
  })

/** A wish for an event; what it names is looked up in the state when its turn comes. */
export interface Move {
  aim: 'fitting' | 'anything' | 'made up' | 'again'
  pick: number
  task: number
  bytes: number
  by: Person
  flag: boolean
}

type Kind = GateEvent['kind']

const anyKind = [
  'run_started',
  'run_yielded',
  'run_failed',
  'run_handed_over',
  'lease_lost',
  'run_progressed',
  'run_left',
  'version_pushed',
  'pull_request_opened',
  'review_started',
  'review_failed',
  'review_reported',
  'ci_reported',
  'ci_overdue',
  'approved_by_person',
  'rejected_by_person',
  'review_dismissed',
  'merge_confirmed',
  'merge_conflicted',
  'pull_request_merged',
  'pull_request_closed',
  'retried',
  'waived',
  'assigned',
  'executor_left',
] as const satisfies readonly Kind[]

export const movesArbitrary: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    aim: fc.oneof(
      { weight: 7, arbitrary: fc.constant('fitting' as const) },
      { weight: 1, arbitrary: fc.constant('anything' as const) },
      { weight: 1, arbitrary: fc.constant('made up' as const) },
      { weight: 1, arbitrary: fc.constant('again' as const) },
    ),
    pick: fc.nat(999),
    task: fc.nat(999),
    bytes: fc.nat(3),
    by: fc.constantFrom(ada, bo),
    flag: fc.boolean(),
  }),
  { maxLength: 120, size: 'max' },
)

/** The event of a move in this state; `step` makes its ids new, `past` are the events before it. */
export function eventOf(move: Move, state: GateState, step: number, past: readonly GateEvent[]): GateEvent {
  const again = past[move.pick % Math.max(past.length, 1)]
  if (move.aim === 'again' && again !== undefined) return again
  const ids = state.plan.tasks.map((task) => task.id)
  const moving = ids.filter((id) => !['PENDING', 'DONE'].includes(actionOf(state, id).state))
  const from = move.aim === 'fitting' && moving.length > 0 && move.task % 20 !== 0 ? moving : ids
  const task = from[move.task % from.length] ?? 'T1'
  const kinds = move.aim === 'fitting' ? fittingKinds(state, task) : anyKind
  const kind = kinds[move.pick % kinds.length] ?? 'retried'
  return { task, ...bodyOf(kind, move, state, step, task) }
}

/** What may well happen to a task now; the way forward more often than the ways back. */
function fittingKinds(state: GateState, task: string): readonly Kind[] {
  const action = actionOf(state, task)
  switch (action.state) {
    case 'PENDING':
      return [
        'version_pushed',
        'assigned',
        'pull_request_merged',
        'pull_request_closed',
        'waived',
        'pull_request_opened',
      ]
    case 'READY':
    case 'TO_BE_MODIFY':
      return [
        ...repeat<Kind>('run_started', 9),
        'version_pushed',
        'approved_by_person',
        'rejected_by_person',
        'waived',
        'pull_request_closed',
        'pull_request_merged',
      ]
    case 'RUNNING':
      return [
        ...repeat<Kind>('run_yielded', 12),
        'run_failed',
        'run_handed_over',
        'lease_lost',
        'run_progressed',
        'run_left',
        'version_pushed',
        'assigned',
        'waived',
        'pull_request_merged',
      ]
    case 'WAITING_EXTERNAL':
      return [
        ...repeat<Kind>('retried', 3),
        'version_pushed',
        'version_pushed',
        'approved_by_person',
        'waived',
        'assigned',
        'executor_left',
        'pull_request_merged',
      ]
    case 'READY_TO_CHECK':
      return action.merge === 'pending'
        ? [
            ...repeat<Kind>('merge_confirmed', 8),
            'merge_conflicted',
            'version_pushed',
            'review_dismissed',
            'rejected_by_person',
            'pull_request_closed',
            'pull_request_opened',
            'pull_request_merged',
          ]
        : fittingCheckKinds(state, task)
    case 'DONE':
      return [
        'retried',
        'rejected_by_person',
        'review_dismissed',
        'version_pushed',
        'approved_by_person',
        'review_reported',
      ]
    case 'CANCELLED':
      return anyKind
  }
}

function fittingCheckKinds(state: GateState, task: string): readonly Kind[] {
  switch (checkOf(state, task).state) {
    case 'READY':
      return [
        ...repeat<Kind>('review_started', 8),
        'version_pushed',
        'approved_by_person',
        'waived',
        'pull_request_closed',
        'pull_request_opened',
      ]
    case 'RUNNING':
      return [
        ...repeat<Kind>('review_reported', 9),
        'review_failed',
        'ci_reported',
        'ci_overdue',
        'version_pushed',
        'approved_by_person',
        'waived',
      ]
    case 'WAITING_EXTERNAL':
      return [
        ...repeat<Kind>('approved_by_person', 4),
        'rejected_by_person',
        'retried',
        'waived',
        'ci_reported',
        'version_pushed',
        'pull_request_merged',
      ]
    case 'PENDING':
    case 'DONE':
    case 'CANCELLED':
      return anyKind
  }
}

function repeat<T>(value: T, times: number): T[] {
  return Array.from({ length: times }, () => value)
}

type Body = GateEvent extends infer E ? (E extends GateEvent ? Omit<E, 'task'> : never) : never

function bodyOf(kind: Kind, move: Move, state: GateState, step: number, task: string): Body {
  const action = actionOf(state, task)
  const check = checkOf(state, task)
  const { by, flag } = move
  const madeUp = move.aim === 'made up'
  const newId = testUuid(`step ${step}`)
  const runId = madeUp ? 'run-made-up' : (action.run?.run_id ?? `run-${step}`)
  const reviewId = madeUp
    ? newId
    : flag
      ? (check.superseded_review?.review_id ?? check.review_id ?? newId)
      : (check.review_id ?? newId)
  const artifactId = madeUp ? newId : (action.active_artifact_id ?? newId)
  const head = state.execution.artifacts.find((one) => one.artifact_id === artifactId)
  const headSha = head?.commit_sha ?? testSha('nothing')
  const bytes = `bytes ${move.bytes}`
  switch (kind) {
    case 'run_started':
      return { kind, run_id: `run-${step}`, lease_until: '2026-11-21T05:00:00Z' }
    case 'run_yielded': {
      const validation = move.pick % 5 === 0 ? testsOf(step, flag) : null
      const pull = move.pick % 7 === 0 ? null : step + 1
      return {
        kind,
        run_id: runId,
        artifact: versionOf(task, `${step}`, bytes),
        pull_request: pull,
        validation,
        receipt: receiptOf(runId),
      }
    }
    case 'run_failed':
      return {
        kind,
        run_id: runId,
        reason: 'it fell over',
        stuck: move.pick % 4 === 0,
        receipt: flag ? receiptOf(runId) : null,
      }
    case 'run_handed_over':
      return { kind, run_id: runId, who: [by.login], receipt: receiptOf(runId) }
    case 'run_progressed':
      return { kind, run_id: runId, progress: { steps: [], more: 0, doing: 'npm test', tools: step } }
    case 'lease_lost':
    case 'run_left':
      return { kind, run_id: runId }
    case 'version_pushed':
      return { kind, by, artifact: versionOf(task, `${step}`, bytes, { kind: 'person', ...by }) }
    case 'pull_request_opened':
      return { kind, artifact_id: artifactId, number: step + 1 }
    case 'review_started':
      return { kind, review_id: newId }
    case 'review_failed':
      return { kind, review_id: reviewId, reason: 'no answer' }
    case 'review_reported':
      return {
        kind,
        review_id: reviewId,
        validation: move.pick % 8 === 0 ? testsOf(step, flag) : null,
        ...reportOf(state, task, move.pick),
        reviewer: 'rules',
        deadline: '2026-11-21T06:00:00Z',
      }
    case 'ci_reported':
      return { kind, commit_sha: headSha }
    case 'ci_overdue':
      return { kind, review_id: reviewId }
    case 'approved_by_person':
    case 'rejected_by_person':
      return { kind, head_sha: headSha, by, review_id: newId, why: flag ? 'because' : '' }
    case 'review_dismissed':
      return { kind, by, reviewer: flag ? null : by.login, head_sha: headSha }
    case 'retried':
      return { kind, by }
    case 'merge_confirmed':
      return { kind, artifact_id: artifactId, merge_sha: testSha(`merge ${step}`) }
    case 'merge_conflicted':
      return {
        kind,
        artifact_id: artifactId,
        reason: 'same file',
        conflict: flag ? { paths: ['a.txt'], tasks: [] } : null,
      }
    case 'validation_failed':
      return { kind, reason: 'two tests failed', stuck: flag }
    case 'pull_request_merged': {
      const pushed = versionOf(task, `${step}`, bytes, { kind: 'person', ...by })
      return {
        kind,
        by,
        review_id: newId,
        merge_sha: testSha(`merge ${step}`),
        merge: { sha: testSha(`merge ${step}`), before: testSha(`before ${step}`) },
        may_waive: move.pick % 3 > 0,
        faults: move.pick % 7 === 0 ? ['CODEOWNERS: denied'] : [],
        artifact: flag && head !== undefined ? { ...pushed, commit_sha: head.commit_sha } : pushed,
      }
    }
    case 'pull_request_closed':
      return {
        kind,
        number: madeUp ? 999 : (action.pull_request?.number ?? 999),
        by,
        may_review: move.pick % 3 > 0,
        review_id: newId,
      }
    case 'waived':
      return { kind, criterion: `AC-${(move.pick % 4) + 1}`, by, why: 'not now', review_id: newId }
    case 'executor_left':
      return { kind, executor: action.executor, reason: `${action.executor} may not push here`, ask: [by.login] }
    case 'assigned':
      return { kind, executor: flag ? 'human' : 'codex', by }
  }
}

function testsOf(step: number, passed: boolean): Validation {
  return buildValidation({ passed, validation_id: testUuid(`validation ${step}`) })
}

/** What a reviewer says: machines judge their own, people's criteria wait, CI is silent now and then. */
function reportOf(
  state: GateState,
  task: string,
  pick: number,
): { results: CriterionResult[]; waiting: { criterion: string; for: 'person' | 'ci' }[] } {
  const results: CriterionResult[] = []
  const waiting: { criterion: string; for: 'person' | 'ci' }[] = []
  const criteria = state.plan.tasks.find((one) => one.id === task)?.acceptance_criteria ?? []
  for (const [index, { id, check_method }] of criteria.entries()) {
    const silent = check_method === 'manual_review' || (check_method === 'ci_check' && pick % 3 === 0)
    const result = silent ? 'none' : (pick + index) % 6 === 0 ? 'fail' : 'pass'
    results.push({ id, result, evidence: `looked at ${id}` })
    if (silent) waiting.push({ criterion: id, for: check_method === 'ci_check' ? 'ci' : 'person' })
  }
  return { results, waiting }
}
