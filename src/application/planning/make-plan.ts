import { isSaidToBeThere } from '../../domain/jobs/find-task-job.ts'
import { assemblePlan } from '../../domain/plan/assemble/assemble-plan.ts'
import { rulesReviewer } from '../../domain/plan/check-reviewer.ts'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import { isOptional } from '../../domain/gate/check/optional-criteria.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { ModelUse } from '../../domain/models/model-use.ts'
import { sumUses, useOfRounds } from '../../domain/records/receipts/spent-on-models.ts'
import { ModelOutage } from '../model-outage.ts'
import type { ModelReceipt } from '../../domain/models/model-receipt.ts'
import type { PlanDraft } from '../../domain/plan/plan-draft.ts'
import type { PlanFault } from '../../domain/plan/rules/plan-fault.ts'
import type { AssigneeFacts } from '../../domain/plan/assignee.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { PlanRound } from '../../domain/plan/plan-round.ts'
import type { TuningState } from '../../domain/tuning/state/tuning-state.ts'
import type { WorkEvent } from '../../domain/work/draft/work-event.ts'
import { askAssignees } from './ask-assignees.ts'
import { askPeopleOnce } from './ask-people-once.ts'
import { findTraced } from './find-traced.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { noteLonelyJudge } from '../runs/review/find-judges.ts'
import type { People } from '../ports/forge/people.ts'
import type { Planner, PlannerAnswer } from '../ports/roles/planner.ts'
import type { RepositoryFiles } from '../ports/forge/repository-files.ts'
import type { RepositoryRules } from '../ports/forge/repository-rules.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { foreseeObstacles, noteForeseen } from '../../domain/rules/foresee-obstacles.ts'
import { refinePlan } from './refine-plan.ts'
import type { PlanAdvice, PlanAdvisers } from '../ports/roles/plan-advice.ts'
import { tuningDir } from '../../domain/paths/solution-paths.ts'
import { noteReading, readAgain, wantsAdvice } from './seek-advice.ts'

export interface PlanningPorts {
  planner: Planner
  files: RepositoryFiles
  /** Absent where nobody knows which there will be. */
  executors?: MachinePorts['executors']
  /** Absent where GitHub can't be asked. */
  people?: People
  log?: MachinePorts['log']
  /** Absent where nobody asks what the repository’s own rules are. */
  rules?: Pick<RepositoryRules, 'lookAhead'>
  /** Models beside the rules; absent where none is configured, and where a plan is made at once. */
  advisers?: PlanAdvisers
}

export interface PlanningRequest {
  repository: RepositoryRef
  record: IssRecord
  /** The plan that another one is made for. */
  previous: Plan | null
  planId: string
  guidance: string | null
  /** How the tuning stands of a skill that is planned for. */
  tuning?: TuningState | null
  configuration: Configuration
  /** Where sizes of touched files are read: head of the default branch. */
  commit: string
  op: string
  at: string
  /** Never, where it is made at once. */
  signal?: AbortSignal
  /** What it had of models, where it is given up for a fault. */
  noteLostUse?: (use: ModelUse) => void
}

export type Planned = Extract<WorkEvent, { kind: 'plan_drafted' | 'plan_needs_input' | 'plan_declined' }>

/**
 * PLAN_GEN → PLAN_REVIEW → FEASIBILITY_CHECK → done, or → split → PLAN_REVIEW … (spec 003 §5). Findings go back to the
 * planner up to `plan.max_attempts` times, while it answers with something new. Each round is kept in the plan. What a
 * second reader finds goes back too, and keeps no plan from being offered that passes the rules.
 */
export async function makePlan(ports: PlanningPorts, request: PlanningRequest): Promise<Planned> {
  const rounds: PlanRound[] = []
  let unkept: readonly ModelReceipt[] = []
  const planner: Planner = {
    ...ports.planner,
    async plan(asked) {
      const answer = await ports.planner.plan(asked)
      unkept = answer.receipts ?? []
      return answer
    },
  }
  try {
    return await makeRounds({ ...ports, planner }, request, rounds)
  } catch (error) {
    const kept = new Set(rounds.flatMap(({ models = [] }) => models))
    const last = unkept.filter((one) => !kept.has(one)).map(({ use }) => use)
    const lost = sumUses([useOfRounds(rounds), ...last, error instanceof ModelOutage ? error.use : null])
    if (lost !== null) request.noteLostUse?.(lost)
    throw error
  }
}

async function makeRounds(ports: PlanningPorts, request: PlanningRequest, rounds: PlanRound[]): Promise<Planned> {
  const { op, at, configuration } = request
  const event = { key: `op:${op}`, at, op }
  let findings: PlanFault[] = []
  let draft: PlanDraft | null = null
  let faults: PlanFault[] = []
  let plan: Plan | null = null
  let sound: Plan | null = null
  const advice = adviceFor(ports, request)
  const people = ports.people === undefined ? undefined : askPeopleOnce(ports.people, request.repository)
  // While the plan is made; its answer is kept.
  void ports.rules?.lookAhead(request.repository, false)
  const traced = await findTraced(ports.files, request.repository, request.commit, request.record.frozen.body)
  for (let attempt = 1; attempt <= configuration.plan.max_attempts; attempt += 1) {
    const answer = await askPlanner(ports.planner, request, traced, findings, draft)
    if (sound !== null && failed(answer)) {
      noteModels(rounds.at(-1), answer.receipts)
      break
    }
    if (answer.kind !== 'draft') return { ...event, ...turnDown(answer, rounds) }
    if (draft !== null && JSON.stringify(answer.draft) === JSON.stringify(draft)) {
      noteModels(rounds.at(-1), answer.receipts)
      break
    }
    draft = answer.draft
    const drafted = assemble(ports, request, draft)
    const place = {
      ...request,
      files: ports.files,
      namedIn: request.record.repository,
      ...(advice === undefined ? {} : { advice }),
    }
    const begun = rounds.length
    // While files are looked at; what is known by then is not asked again.
    askOfPeople({ ...ports, people }, request, drafted).catch(() => undefined)
    const outcome = await refinePlan(place, drafted, draft.analysis, rounds)
    noteModels(rounds[begun], answer.receipts)
    if (outcome.kind === 'lacks' && sound !== null) break
    if (outcome.kind === 'lacks') return { ...event, kind: 'plan_needs_input', lacks: outcome.lacks, rounds }
    plan = outcome.plan
    const weak = outcome.kind === 'planned' && (plan.score ?? 0) < configuration.plan.min_score
    const read = rounds.at(-1)
    if (outcome.kind === 'planned' && !weak && read !== undefined) {
      findings = await readAgain(advice, plan, read)
      sound = { ...plan, notes: [...drafted.notes, ...noteAll(rounds.slice(begun))] }
      if (findings.length === 0) break
      continue
    }
    faults = outcome.kind === 'faulty' ? outcome.findings : []
    findings = outcome.kind === 'faulty' ? outcome.findings : reasonsOf(plan)
  }
  if (sound !== null) return { ...event, ...(await offer({ ...ports, people }, request, { ...sound, rounds })) }
  if (plan === null) throw new Error('planning ended without an answer')
  return { ...event, kind: 'plan_drafted', plan: { ...plan, rounds }, faults }
}

function adviceFor({ advisers }: PlanningPorts, request: PlanningRequest): PlanAdvice | undefined {
  const { record, op, signal = new AbortController().signal } = request
  if (advisers === undefined || !wantsAdvice(request.configuration)) return undefined
  return advisers({ ...request, issue: record, runId: op, signal })
}

/** What is open of the last reading, and where rules were left alone. */
function noteAll(rounds: readonly PlanRound[]): string[] {
  return rounds.flatMap((round) => noteReading(round))
}

/** It asked nothing, it could not answer. */
function failed(answer: PlannerAnswer): boolean {
  return answer.kind === 'needs_input' && answer.questions === undefined && answer.reading === undefined
}

type TurnedDown = Exclude<PlannerAnswer, { kind: 'draft' }>

/** No plan came of it; what was asked of models for that is kept. */
function turnDown(answer: TurnedDown, rounds: PlanRound[]) {
  const { receipts = [] } = answer
  if (receipts.length > 0)
    rounds.push({ number: rounds.length + 1, findings: [], score: null, feasibility: [], splits: [], models: receipts })
  if (answer.kind === 'declined') return { kind: 'plan_declined' as const, why: answer.why, rounds }
  const { lacks, reading, questions } = answer
  return {
    kind: 'plan_needs_input' as const,
    lacks,
    ...(reading === undefined ? {} : { reading }),
    ...(questions === undefined ? {} : { questions }),
    rounds,
  }
}

function noteModels(round: PlanRound | undefined, receipts: readonly ModelReceipt[] = []): void {
  if (round !== undefined && receipts.length > 0) round.models = [...(round.models ?? []), ...receipts]
}

const alone =
  'Rules alone judged this plan: `agents` of the configuration wants a model asked, and none is set up here.'

type OfferPorts = Omit<PlanningPorts, 'people'> & { people: ReturnType<typeof askPeopleOnce> | undefined }

async function offer(ports: OfferPorts, request: PlanningRequest, given: Plan) {
  const { configuration } = request
  const isAlone = ports.advisers === undefined && wantsAdvice(configuration)
  const drafted = isAlone ? { ...given, notes: [...given.notes, alone] } : given
  const hasOptional = drafted.tasks.some(({ acceptance_criteria: all }) => all.some(isOptional))
  const made = hasOptional ? { ...drafted, review_min_score: configuration.review.min_score } : drafted
  const asked = await askOfPeople(ports, request, made)
  const outlook = await ports.rules?.lookAhead(request.repository, false)
  const plan = outlook == null ? asked.plan : noteForeseen(asked.plan, foreseeObstacles(outlook, asked.plan))
  const { assignees } = asked
  return { kind: 'plan_drafted' as const, plan, faults: [], ...(assignees === undefined ? {} : { assignees }) }
}

/** Whether those who are to do tasks may, and whether whoever does one alone could approve it. */
async function askOfPeople(
  { people, log = () => {} }: OfferPorts,
  { repository, configuration }: PlanningRequest,
  plan: Plan,
): Promise<{ plan: Plan; assignees?: AssigneeFacts }> {
  if (people === undefined) return { plan }
  const executors = plan.tasks.map((task) => task.executor)
  const [noted, assignees] = await Promise.all([
    noteLonelyJudge({ people, log }, repository, configuration, plan),
    askAssignees(people, repository, executors),
  ])
  return assignees === undefined ? { plan: noted } : { plan: noted, assignees }
}

/** What would raise the score, as findings that a planner can act on. */
function reasonsOf(plan: Plan): PlanFault[] {
  return plan.score_parts.flatMap(({ reasons }) =>
    reasons.map((message): PlanFault => ({ code: 'score_too_low', nodes: [], message })),
  )
}

function askPlanner(
  planner: Planner,
  request: PlanningRequest,
  traced: ReadonlySet<string> | undefined,
  findings: readonly PlanFault[],
  draft: PlanDraft | null,
) {
  const { planId, record, guidance, configuration, previous, repository, commit, op } = request
  const { signal = new AbortController().signal } = request
  const asked = record.asked_questions ?? []
  const place = { repository, commit, runId: op, signal, ...(traced === undefined ? {} : { files: traced }) }
  const { tuning: tuned, session_id: session, id } = record
  const tuning =
    tuned === undefined
      ? {}
      : {
          tuning: {
            record: tuned,
            state: request.tuning ?? null,
            workDir: tuningDir(session, id),
            at: request.at,
          },
        }
  return planner.plan({
    ...tuning,
    planId,
    issue: record,
    guidance,
    configuration,
    findings,
    draft,
    asked,
    previous,
    ...place,
  })
}

function assemble({ planner, executors }: PlanningPorts, request: PlanningRequest, draft: PlanDraft): Plan {
  const { record, configuration, planId, at } = request
  return assemblePlan(draft, {
    planId,
    issId: record.id,
    issueNumber: record.number,
    repository: record.repository,
    createdAt: at,
    textSha256: record.frozen.sha256,
    commentIds: record.comment_ids,
    removed: record.frozen.removed,
    planner: planner.name,
    defaultExecutor: configuration.run.default_executor,
    able: listAble(executors, configuration),
    reviewer: rulesReviewer,
  })
}

/** Those that can work now: here, as far as this process knows, or in jobs, by the repository's word. */
function listAble(executors: PlanningPorts['executors'], configuration: Configuration): string[] {
  const all = [...(executors?.values() ?? [])]
  const able = all.filter((one) => isSaidToBeThere(configuration, one.name) || one.findLack?.() === undefined)
  return able.map(({ name }) => name)
}
