import { recordText } from '../../domain/language/message.ts'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import type { PlanDraft } from '../../domain/plan/plan-draft.ts'
import type { Planner, PlannerAnswer } from '../ports/roles/planner.ts'
import { wantsAdvice } from './seek-advice.ts'
import { makePlan } from './make-plan.ts'
import type { Planned, PlanningPorts, PlanningRequest } from './planning-request.ts'

/** The planner that needs nothing, and the one that asks a model; that is absent where the server has none. */
export type PlannersPorts = PlanningPorts & { modelPlanner?: Planner; tuner?: Planner }

/** What there is to say at once, by a planner that neither waits nor costs; undefined where it takes a run. */
export function planAtOnce(ports: PlannersPorts, request: PlanningRequest): Promise<Planned | undefined> {
  if (request.record.tuning !== undefined) return Promise.resolve(undefined)
  const isAdvised = ports.advisers !== undefined && wantsAdvice(request.configuration)
  return isAdvised ? Promise.resolve(undefined) : planQuickly(ports, request)
}

async function planQuickly(ports: PlannersPorts, request: PlanningRequest): Promise<Planned | undefined> {
  if (!ports.planner.inline) return undefined
  switch (choosePlanner(ports, request.configuration)) {
    case 'outline':
      return makePlan(ports, request)
    case 'outline_first':
      return planSpelledOut(ports, request)
    case 'model':
      return undefined
    case 'none':
      return { ...lackModel(request), op: request.op, key: `op:${request.op}`, at: request.at }
  }
}

/** The same where there is time for it. */
export async function planInRun(ports: PlannersPorts, request: PlanningRequest): Promise<Planned> {
  if (request.record.tuning !== undefined) return planTuning(ports, request)
  const { modelPlanner } = ports
  const quick = await planQuickly(ports, request)
  if (quick !== undefined || !ports.planner.inline || modelPlanner === undefined)
    return quick ?? makePlan(ports, request)
  return makePlan({ ...ports, planner: modelPlanner }, request)
}

/** A plan that mends a skill, with what was found of it. */
async function planTuning(ports: PlannersPorts, request: PlanningRequest): Promise<Planned> {
  const { tuner } = ports
  if (tuner === undefined) throw new Error('no skill can be looked at here')
  let tuning: PlannerAnswer['tuning']
  const noting: Planner = {
    ...tuner,
    async plan(asked) {
      const answer = await tuner.plan(asked)
      // A model is asked once, and a later draft is of the same skill.
      tuning = answer.tuning === undefined ? tuning : { ...tuning, ...answer.tuning }
      return answer
    },
  }
  const planned = await makePlan({ ...ports, planner: noting }, request)
  return tuning === undefined ? planned : { ...planned, tuning }
}

function choosePlanner(
  { modelPlanner }: PlannersPorts,
  { agents }: Configuration,
): 'outline' | 'outline_first' | 'model' | 'none' {
  switch (agents.planner) {
    case 'outline':
      return 'outline'
    case 'auto':
      return modelPlanner === undefined ? 'outline' : 'outline_first'
    case 'model':
      return modelPlanner === undefined ? 'none' : 'model'
  }
}

function lackModel({ configuration }: PlanningRequest) {
  const { model } = configuration.agents
  const lack =
    model === undefined
      ? recordText(
          '`agents.planner: model` asks a model, and this server has none: whoever runs it names one with `MODELS`. With `auto` or `outline` the issue is planned without.',
        )
      : recordText(
          '`agents.planner: model` (`agents.model: {model}`) asks a model, and this server has none: whoever runs it names one with `MODELS`. With `auto` or `outline` the issue is planned without.',
          { model },
        )
  return { kind: 'plan_needs_input' as const, lacks: [lack], rounds: [] }
}

/**
 * The plan that an issue spells out by itself, and its no to one that asks for nothing; undefined where either takes
 * understanding. What was said in the thread changes such a plan, and makes none of an issue that isn't one.
 */
async function planSpelledOut(ports: PlannersPorts, request: PlanningRequest): Promise<Planned | undefined> {
  let isSpelledOut = false
  const alone: Planner = {
    ...ports.planner,
    async plan(asked) {
      const answer = await ports.planner.plan({ ...asked, guidance: null })
      isSpelledOut = answer.kind === 'draft' && saysWhere(answer.draft)
      return asked.guidance === null ? answer : ports.planner.plan(asked)
    },
  }
  const { advisers, ...unadvised } = ports
  const planned = await makePlan({ ...unadvised, planner: alone }, request)
  switch (planned.kind) {
    case 'plan_declined':
      return request.guidance === null ? planned : undefined
    case 'plan_needs_input':
      return undefined
    case 'plan_drafted': {
      const { score } = planned.plan
      const isGood = planned.faults.length === 0 && score !== null && score >= request.configuration.plan.min_score
      if (!isSpelledOut || !isGood) return undefined
      return advisers === undefined ? planned : makePlan(ports, request)
    }
  }
}

/** Each task has its work, or the places that it is about. */
function saysWhere({ tasks }: PlanDraft): boolean {
  return tasks.every(
    ({ work, scope, modification_points: places, deliverable_spec: deliverable }) =>
      (work?.length ?? 0) > 0 || (scope ?? '') !== '' || (places?.length ?? 0) > 0 || deliverable !== undefined,
  )
}
