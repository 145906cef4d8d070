import { recordText } from '../../domain/language/message.ts'
import type { z } from 'zod'
import { listSchemaFaults } from '../../domain/text/find-schema-faults.ts'
import { ExecutionRecordSchema } from '../../domain/records/execution-record.ts'
import { IssRecordSchema, issId, type IssRecord } from '../../domain/records/iss-record.ts'
import { findLoopFaults } from '../../domain/loop/find-loop-faults.ts'
import { loopPaths } from '../../domain/loop/loop-paths.ts'
import { type LoopState, LoopStateSchema } from '../../domain/records/loop/loop-state.ts'
import { PlanSchema } from '../../domain/plan/plan.ts'
import { issRecordPath, solutionPaths, tuningDir } from '../../domain/paths/solution-paths.ts'
import type { Work } from '../../domain/records/work.ts'
import { tuningStateSchema } from '../../domain/tuning/state/tuning-state.ts'
import { CountersignFault } from '../fault.ts'
import { rememberParsed, rememberText } from './parsed-texts.ts'

/** Where the parts of an issue's state lie on the workflow branch (design 2.7). */
export function recordPath(issueNumber: number): string {
  return issRecordPath(issId(issueNumber))
}

export interface StateFilePaths {
  plan: string
  execution: string
  loop: string | null
  loopTasks: string | null
  tuning: string | null
}

export function stateFilePaths(record: IssRecord): StateFilePaths {
  const place = [record.session_id, record.id, record.plan_id ?? ''] as const
  return {
    plan: solutionPaths(...place, 'plan')[0],
    execution: solutionPaths(...place, 'execution')[0],
    loop: record.loop_id === null ? null : loopPaths(record.loop_id).state,
    loopTasks: record.loop_id === null ? null : loopPaths(record.loop_id).tasks,
    tuning: record.tuning === undefined ? null : `${tuningDir(record.session_id, record.id)}/state.json`,
  }
}

/** Text of a state file as it is written: two spaces, a line end, and never anything its schema doesn't hold (spec 004 §7). */
export function stateText<T>(path: string, schema: z.ZodType<T>, value: T): string {
  return rememberText(value, () => {
    const text = `${JSON.stringify(checked(path, schema, value), null, 2)}\n`
    // What was checked just now is what the next decision reads.
    rememberParsed(schema, text, () => parseStateJson(path, text))
    return text
  })
}

function checked<T>(path: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = listSchemaFaults(schema, value)
    .slice(0, 5)
    .map(({ message }) => message)
  throw new CountersignFault('state_corrupt', recordText('{file} is not valid', { file: path }), faults.join('; '))
}

/**
 * All JSON files of an issue's own state, by path. Those of a replaced plan are in `replacedFiles`, its session's in
 * `SessionPages`, what a loop's people read in `progressFiles`.
 */
export function workFiles(work: Work): Map<string, string> {
  const files = new Map<string, string>()
  const put = <T>(path: string, schema: z.ZodType<T>, value: T | null) => {
    if (value !== null) files.set(path, stateText(path, schema, value))
  }
  if (work.record === null) return files
  const paths = stateFilePaths(work.record)
  put(recordPath(work.record.number), IssRecordSchema, work.record)
  put(paths.plan, PlanSchema, work.plan)
  put(paths.execution, ExecutionRecordSchema, work.execution)
  if (work.loop !== null) for (const [path, text] of loopFiles(work.loop)) files.set(path, text)
  if (paths.tuning !== null) put(paths.tuning, tuningStateSchema, work.tuning ?? null)
  return files
}

/** What replaced plans leave behind: their files under `history/`, so that nothing is lost (design 2.3). */
export function replacedFiles({ record, execution, replaced = [] }: Work): Map<string, string | null> {
  const files = new Map<string, string | null>()
  if (record === null || replaced.length === 0) return files
  if (execution === null) files.set(stateFilePaths(record).execution, null)
  for (const old of replaced) {
    const place = [record.session_id, record.id, old.plan.id] as const
    const plan = solutionPaths(...place, 'plan')[1]
    files.set(plan, stateText(plan, PlanSchema, old.plan))
    const made = solutionPaths(...place, 'execution')[1]
    if (old.execution !== null) files.set(made, stateText(made, ExecutionRecordSchema, old.execution))
    if (old.loop !== null) for (const [path, text] of loopFiles(old.loop)) files.set(path, text)
  }
  return files
}

/** Main file and tasks of a loop, by path. Throws `state_corrupt` where it contradicts itself (spec 002 §8). */
export function loopFiles(loop: LoopState): [path: string, text: string][] {
  const paths = loopPaths(loop.loop_id)
  const faults = findLoopFaults(loop)
  if (faults.length > 0)
    throw new CountersignFault(
      'state_corrupt',
      recordText('{file} contradicts itself', { file: paths.state }),
      faults.slice(0, 5).join('; '),
    )
  const tasks = loop.skill_state?.develop.tasks ?? []
  return [
    [paths.state, stateText(paths.state, LoopStateSchema, loop)],
    [paths.tasks, tasks.map((task) => `${JSON.stringify(task)}\n`).join('')],
  ]
}

export function parseRecord(path: string, text: string): IssRecord {
  return parseStateText(path, IssRecordSchema, text)
}

/** Throws `state_corrupt` where the text is no JSON or not valid. */
export function parseStateText<T>(path: string, schema: z.ZodType<T>, text: string): T {
  return rememberParsed(schema, text, () => checked(path, schema, parseStateJson(path, text)))
}

/** Plan, execution and loop from the texts at `workPaths`; null where there is none. */
export function parseWork(
  record: IssRecord,
  read: (path: string) => string | null,
): Pick<Work, 'plan' | 'execution' | 'loop' | 'tuning'> {
  const paths = stateFilePaths(record)
  const parse = <T>(path: string | null, schema: z.ZodType<T>): T | null => {
    const text = path === null ? null : read(path)
    return path === null || text === null ? null : parseStateText(path, schema, text)
  }
  return {
    plan: parse(paths.plan, PlanSchema),
    execution: parse(paths.execution, ExecutionRecordSchema),
    loop: parse(paths.loop, LoopStateSchema),
    ...(paths.tuning === null ? {} : { tuning: parse(paths.tuning, tuningStateSchema) }),
  }
}

function parseStateJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CountersignFault(
      'state_corrupt',
      recordText('{file} is not JSON', { file: path }),
      error instanceof Error ? error.message : '',
      error,
    )
  }
}
