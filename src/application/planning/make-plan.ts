import { sumUses, useOfRounds } from '../../domain/records/receipts/spent-on-models.ts'
import type { ModelReceipt } from '../../domain/models/model-receipt.ts'
import type { PlanDraft } from '../../domain/plan/plan-draft.ts'
import type { PlanRound } from '../../domain/plan/plan-round.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { placeYamlFaults } from '../../domain/plan/outline/yaml/place-yaml-faults.ts'
import type { PlanFault } from '../../domain/plan/rules/plan-fault.ts'
import { ModelOutage } from '../model-outage.ts'
import { noteTests } from '../../domain/work/draft/note-tests.ts'
import type { PlanAdvice } from '../ports/roles/plan-advice.ts'
import type { Planner, PlannerAnswer } from '../ports/roles/planner.ts'
import { askPeopleOnce } from './ask-people-once.ts'
import { askPlanner, assembleDraft } from './ask-planner.ts'
import { findTraced } from './find-traced.ts'
import { askOfPeople, offerPlan } from './offer-plan.ts'
import type { Planned, PlanningPorts, PlanningRequest } from './planning-request.ts'
import { refinePlan } from './refine-plan.ts'
import { noteReading, readAgain, wantsAdvice } from './seek-advice.ts'

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
    const drafted = assembleDraft(ports, request, draft)
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
      const told = { ...plan, notes: [...drafted.notes, ...noteAll(rounds.slice(begun))] }
      sound = noteTests(told, configuration, outcome.sizes)
      if (findings.length === 0) break
      continue
    }
    faults = outcome.kind === 'faulty' ? outcome.findings : []
    findings = outcome.kind === 'faulty' ? outcome.findings : reasonsOf(plan)
  }
  if (sound !== null) return { ...event, ...(await offerPlan({ ...ports, people }, request, { ...sound, rounds })) }
  if (plan === null) throw new Error('planning ended without an answer')
  const placed = placeYamlFaults(request.record.frozen.body, faults)
  return { ...event, kind: 'plan_drafted', plan: { ...plan, rounds }, faults: placed }
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

/** What would raise the score, as findings that a planner can act on. */
function reasonsOf(plan: Plan): PlanFault[] {
  return plan.score_parts.flatMap(({ reasons }) =>
    reasons.map((message): PlanFault => ({ code: 'score_too_low', nodes: [], message })),
  )
}
