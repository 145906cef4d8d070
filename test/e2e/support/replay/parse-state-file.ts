import { tuningStateSchema } from '../../../../src/domain/tuning/state/tuning-state.ts'
import type { z } from 'zod'
import { type ExecutionRecord, ExecutionRecordSchema } from '../../../../src/domain/records/execution-record.ts'
import { type IssRecord, IssRecordSchema } from '../../../../src/domain/records/iss-record.ts'
import { DevelopTaskSchema, type LoopState, LoopStateSchema } from '../../../../src/domain/records/loop/loop-state.ts'
import { ManifestSchema } from '../../../../src/domain/bundle/manifest.ts'
import { type Plan, PlanSchema } from '../../../../src/domain/plan/plan.ts'
import {
  SessionHistorySchema,
  SessionIndexSchema,
  type SessionState,
  SessionStateSchema,
} from '../../../../src/domain/records/session/session-state.ts'

export type StateValue =
  | { kind: 'record'; record: IssRecord }
  | { kind: 'plan'; plan: Plan; archived: boolean }
  | { kind: 'execution'; execution: ExecutionRecord; archived: boolean }
  | { kind: 'session'; session: SessionState }
  | { kind: 'open sessions'; ids: string[] }
  | { kind: 'loop'; loop: LoopState }
  | { kind: 'progress'; text: string }
  /** Checked, and of no further interest. */
  | { kind: 'other' }

const session = String.raw`^\.workflow/\.scratchpad/codex-issue-\d{8}T\d{6}Z`
const solutions = String.raw`${session}/solutions/(history/SOL-ISS-\d+-\d+/)?ISS-\d+`
const bytesOfOthers =
  /^workspace\/(?:artifacts|reviews)\/|^workspace\/attempts\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.patch$|^workspace\/deliverables\/[^/]+\/bundle\/(?!manifest\.json$)/

/** What spec 004 has beside its state. */
const tuningNames = String.raw`(?:tuning-report\.md|proposed-fixes\.json|requirement-analysis\.json|diagnosis/[a-z-]+-diagnosis\.json)`

/** A file of the workflow branch by its path: valid under its schema, and written exactly as the schema gives it back. */
export function parseStateFile(path: string, text: string): StateValue {
  const isIn = (pattern: string) => new RegExp(pattern).exec(path)
  const parse = <T>(schema: z.ZodType<T>): T => {
    const value = schema.parse(JSON.parse(text))
    if (`${JSON.stringify(value, null, 2)}\n` !== text) throw new Error('it is not written as its schema gives it back')
    return value
  }
  if (isIn(String.raw`^\.workflow/issues/ISS-\d+\.json$`)) return { kind: 'record', record: parse(IssRecordSchema) }
  const plan = isIn(`${solutions}-plan.json$`)
  if (plan) return { kind: 'plan', plan: parse(PlanSchema), archived: plan[1] !== undefined }
  const execution = isIn(`${solutions}-execution.json$`)
  if (execution)
    return { kind: 'execution', execution: parse(ExecutionRecordSchema), archived: execution[1] !== undefined }
  if (isIn(`${session}/state.json$`)) return { kind: 'session', session: parse(SessionStateSchema) }
  if (isIn(String.raw`^\.loop/loop-v2-\d{8}-[0-9a-z]{6}\.json$`)) return { kind: 'loop', loop: parse(LoopStateSchema) }
  if (
    isIn(
      String.raw`^\.loop/loop-v2-\d{8}-[0-9a-z]{6}\.progress/(?:develop\.md|debug\.md|validate\.md|changes\.log|debug\.log)$`,
    )
  )
    return { kind: 'progress', text }
  if (isIn(`${session}/tuning/ISS-\\d+/state.json$`)) parse(tuningStateSchema)
  else if (isIn(`${session}/state-history.json$`)) parse(SessionHistorySchema)
  else if (isIn(String.raw`^\.workflow/sessions\.json$`))
    return { kind: 'open sessions', ids: parse(SessionIndexSchema).open }
  else if (isIn(String.raw`^\.loop/loop-v2-\d{8}-[0-9a-z]{6}\.tasks\.jsonl$`)) parseTaskLines(text)
  else if (isIn('^workspace/deliverables/[^/]+/bundle/manifest.json$')) ManifestSchema.parse(JSON.parse(text))
  else if (isIn(`${session}/tuning/ISS-\\d+/${tuningNames}$`)) return { kind: 'other' }
  else if (!bytesOfOthers.test(path)) throw new Error('no file of that name belongs there')
  return { kind: 'other' }
}

function parseTaskLines(text: string): void {
  const lines = text.split('\n').filter((line) => line !== '')
  const again = lines.map((line) => `${JSON.stringify(DevelopTaskSchema.parse(JSON.parse(line)))}\n`)
  if (again.join('') !== text) throw new Error('it is not written as its schema gives it back')
}
