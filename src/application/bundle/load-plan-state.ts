import { recordText } from '../../domain/language/message.ts'
import type { z } from 'zod'
import { type ExecutionRecord, ExecutionRecordSchema } from '../../domain/records/execution-record.ts'
import { type IssRecord, IssRecordSchema } from '../../domain/records/iss-record.ts'
import { type Plan, PlanSchema } from '../../domain/plan/plan.ts'
import { issRecordPath, solutionPaths } from '../../domain/paths/solution-paths.ts'
import type { StateReader } from '../ports/state/state-reader.ts'
import { ExportFault } from './export-fault.ts'

export interface PlanState {
  record: IssRecord
  plan: Plan
  execution: ExecutionRecord
}

export type PlanStateAnswer = ({ kind: 'found' } & PlanState) | { kind: 'absent'; why: string }

/**
 * What a commit of the workflow branch holds about one plan; the issue's newest where `planId` is null.
 * Throws `state_unreadable` where a file doesn't fit its schema or plan and execution don't belong together.
 */
export async function loadPlanState(
  state: StateReader,
  commit: string,
  issueId: string,
  planId: string | null,
): Promise<PlanStateAnswer> {
  const record = await findJson(state, commit, issRecordPath(issueId), IssRecordSchema)
  if (record === undefined) return { kind: 'absent', why: recordText('{id} is not registered', { id: issueId }) }
  const wanted = planId ?? record.plan_id
  if (wanted === null) return { kind: 'absent', why: recordText('{id} has no plan yet', { id: issueId }) }
  for (const place of [0, 1] as const) {
    const planPath: string = solutionPaths(record.session_id, issueId, wanted, 'plan')[place]
    const plan: Plan | undefined = await findJson(state, commit, planPath, PlanSchema)
    if (plan?.id !== wanted) continue
    const executionPath = solutionPaths(record.session_id, issueId, wanted, 'execution')[place]
    const execution = await findJson(state, commit, executionPath, ExecutionRecordSchema)
    if (execution === undefined) return { kind: 'absent', why: recordText('{id} was never worked on', { id: wanted }) }
    if (execution.solution_id !== wanted) throw unreadable(executionPath, `it is about ${execution.solution_id}`)
    return { kind: 'found', record, plan, execution }
  }
  return { kind: 'absent', why: recordText('there is no plan {id}', { id: wanted }) }
}

async function findJson<T>(
  state: StateReader,
  commit: string,
  path: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const file = await state.findFile(commit, path)
  if (file === undefined) return undefined
  const text = new TextDecoder().decode(await state.readBlob(file.blob))
  const parsed = schema.safeParse(parsePlanJson(text, path))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw unreadable(path, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'does not fit'}`)
}

function parsePlanJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(path, 'it is no JSON', error)
  }
}

function unreadable(path: string, why: string, cause?: unknown): ExportFault {
  return new ExportFault('state_unreadable', `${path} can't be read`, `${why}. See what doctor says.`, cause)
}
