import { isDeepStrictEqual } from 'node:util'
import type { ExecutionRecord } from '../../../domain/records/execution-record.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import { findLoopFaults } from '../../../domain/loop/find-loop-faults.ts'
import { ofThisLoop } from '../../../domain/loop/of-this-loop.ts'
import { loopPaths } from '../../../domain/loop/loop-paths.ts'
import type { LoopRecovery, RecoveredPart } from '../../../domain/loop/recovery.ts'
import {
  type LoopState,
  LoopStateSchema,
  type SkillState,
  SkillStateSchema,
} from '../../../domain/records/loop/loop-state.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { stopReason } from '../../../domain/work/plan-life/plan-life.ts'
import { type LoopTexts, rebuildSkillState } from './rebuild-skill-state.ts'
import { parseJson } from '../../../domain/text/parse-json.ts'

/** What else the branch says of a loop; null where it can't be read. */
export interface LoopSurroundings {
  record: IssRecord | null
  plan: Plan | null
  execution: ExecutionRecord | null
  /** `run.max_iterations` by default. */
  maxIterations: number
}

/**
 * Puts a loop back together: the main file where it holds, then `skill_state` from the progress files and the tasks from
 * `.tasks.jsonl`. The control side's fields are in no other file (spec 002 §7): what the plan and the records suggest for
 * them is offered, and said to be so.
 */
export function rebuildLoop(loopId: string, texts: LoopTexts, around: LoopSurroundings): LoopRecovery {
  const paths = loopPaths(loopId)
  const json = texts.state === null ? undefined : parseJson(texts.state)
  const whole = LoopStateSchema.safeParse(json)
  const recovered = rebuildSkillState(paths, texts, around.execution)
  const base = { loop_id: loopId, issue_id: around.record?.id ?? null, file: paths.state }
  if (whole.success && findLoopFaults(whole.data).length === 0 && whole.data.loop_id === loopId)
    return { ...base, verdict: 'well', faults: comparePages(whole.data, recovered), parts: [], loop: whole.data }
  const faults = [sayWrong(texts.state, json, whole, paths.state, loopId), ...recovered.faults]
  const kept = keptFields(json)
  const ownSkill = SkillStateSchema.safeParse(kept['skill_state']).data
  const isOwnSound = ownSkill !== undefined && findLoopFaults({ status: 'running', skill_state: ownSkill }).length === 0
  const skill = isOwnSound ? ownSkill : recovered.skill
  const skillParts = isOwnSound ? [keptPart('skill_state', 'as it was', paths.state)] : recovered.parts
  const { loop, parts } = recoverControl(loopId, kept, skill, around, paths.state)
  const contradictions = findLoopFaults(loop)
  const valid = LoopStateSchema.safeParse(loop)
  const isLost = skillParts.every((part) => part.how === 'lost') || !valid.success || contradictions.length > 0
  return {
    ...base,
    verdict: isLost ? 'lost' : 'rebuilt',
    faults: [...faults, ...contradictions.map((what) => `what can be rebuilt contradicts itself: ${what}`)],
    parts: [...skillParts, ...parts],
    loop: isLost ? null : loop,
  }
}

function comparePages(loop: LoopState, recovered: { skill: SkillState; faults: string[] }): string[] {
  if (loop.skill_state === undefined) return []
  if (recovered.faults.length > 0) return recovered.faults
  return isDeepStrictEqual(recovered.skill, loop.skill_state)
    ? []
    : ['the progress files say something else than the main file']
}

function sayWrong(
  text: string | null,
  json: unknown,
  whole: ReturnType<typeof LoopStateSchema.safeParse>,
  path: string,
  loopId: string,
): string {
  if (text === null) return `${path} is missing`
  if (json === undefined) return `${path} is not JSON`
  if (whole.data !== undefined && whole.data.loop_id !== loopId) return `${path} is of ${whole.data.loop_id}`
  const words = whole.data === undefined ? [] : findLoopFaults(whole.data)
  const issues = whole.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  return `${path} is not valid: ${[...issues, ...words].slice(0, 3).join('; ')}`
}

/** Fields of the main file that hold by themselves, though the whole doesn't. */
function keptFields(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null) return {}
  const shape: Record<string, { safeParse: (value: unknown) => { success: boolean } }> = LoopStateSchema.shape
  return Object.fromEntries(
    Object.entries(json).filter(([name, value]) => shape[name]?.safeParse(value).success === true),
  )
}

function keptPart(name: string, value: string, from: string): RecoveredPart {
  return { name, how: 'kept', value, from }
}

interface Offer {
  value: string | number | undefined
  from: string
}

function recoverControl(
  loopId: string,
  kept: Record<string, unknown>,
  skill: SkillState,
  around: LoopSurroundings,
  file: string,
): { loop: LoopState; parts: RecoveredPart[] } {
  const parts: RecoveredPart[] = []
  const values: Record<string, unknown> = { schema_version: 1, loop_id: loopId }
  const offers = offerFields(loopId, skill, around)
  const status = kept['status'] ?? offers['status']?.value
  for (const [name, { value, from }] of Object.entries(offers)) {
    if (name === 'completed_at' && status !== 'completed') continue
    if (name === 'failure_reason' && status !== 'failed') continue
    const own = kept[name]
    if (own !== undefined) parts.push(keptPart(name, typeof own === 'string' ? own : JSON.stringify(own), file))
    else if (value === undefined) parts.push({ name, how: 'lost', value: null, from })
    else parts.push({ name, how: 'offered', value: String(value), from })
    const chosen = own ?? value
    if (chosen !== undefined) values[name] = chosen
  }
  return { loop: { ...values, skill_state: skill } as LoopState, parts }
}

function offerFields(loopId: string, skill: SkillState, around: LoopSurroundings): Record<string, Offer> {
  const { record, plan, execution, maxIterations } = around
  const rounds = execution === null ? [] : ofThisLoop(execution).analyses.map(({ iteration }) => iteration)
  const created = skill.develop.tasks[0]?.created_at
  const day = `${loopId.slice(8, 12)}-${loopId.slice(12, 14)}-${loopId.slice(14, 16)}T00:00:00Z`
  const { develop, debug, validate } = skill
  const times = [develop.last_progress_at, debug.last_analysis_at, validate.last_run_at].flatMap((at) => at ?? [])
  const text = plan?.description ?? record?.frozen.title
  const textFrom = plan === null ? 'the issue’s title in its record' : 'the plan, whose text the loop began with'
  const isCurrent = record?.loop_id === loopId
  return {
    title: { value: text?.split('\n')[0], from: text === undefined ? 'neither plan nor record can be read' : textFrom },
    description: { value: text, from: text === undefined ? 'neither plan nor record can be read' : textFrom },
    max_iterations: { value: maxIterations, from: 'the default; what it was is lost' },
    status: offerStatus(record, isCurrent),
    current_iteration: {
      value: Math.max(1, ...rounds),
      from:
        rounds.length === 0 ? 'the least it can be; what it was is lost' : 'the newest analysis; it may have been more',
    },
    created_at:
      created === undefined ? { value: day, from: 'the day in the loop’s id' } : { value: created, from: 'its tasks' },
    updated_at: { value: times.toSorted().at(-1) ?? created ?? day, from: 'the newest time in the progress files' },
    completed_at: { value: validate.last_run_at ?? undefined, from: 'the last validation' },
    failure_reason: offerReason(record, isCurrent),
  }
}

function offerStatus(record: IssRecord | null, isCurrent: boolean): Offer {
  if (record === null) return { value: 'paused', from: 'no record says it, so that nothing goes on unasked' }
  if (!isCurrent) return { value: 'failed', from: 'the record names another loop' }
  const from = `the record’s phase, ${record.phase}`
  if (record.phase === 'completed') return { value: 'completed', from }
  if (record.phase === 'stopped') return { value: 'failed', from }
  return { value: record.paused === null ? 'running' : 'paused', from }
}

function offerReason(record: IssRecord | null, isCurrent: boolean): Offer {
  const stopped = record?.stopped
  if (stopped !== null && stopped !== undefined && isCurrent) return { value: stopReason(stopped), from: 'the record' }
  return { value: 'another loop took its place', from: 'the record names another loop' }
}
