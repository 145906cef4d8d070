import { join } from 'node:path'
import { explainToPeople } from '../../../application/attempts/attempt-effect.ts'
import { type JobOrder, JobOrderSchema } from '../../../domain/jobs/job-order.ts'
import type { TaskResult } from '../../../domain/jobs/task-result.ts'
import { parseTaskSettings } from '../job-settings.ts'
import { emptyReceipt } from './empty-receipt.ts'
import { layResult, type MadeResult } from './lay-result.ts'
import { workOnTask } from './work-on-task.ts'

export interface TaskInputs {
  token: string
  /** Sealed; the job before has checked it. */
  order: string
}

export interface TaskReport {
  order: JobOrder
  /** Folder to be handed back. */
  dir: string
  outcome: TaskResult['outcome']
  files: number
}

type JobEnvironment = Record<string, string | undefined>

/**
 * One attempt at one task, as its order says, on a machine that may change nothing: what came of it is laid into a folder.
 * Whatever goes wrong is a result too.
 */
export async function runTask(inputs: TaskInputs, env: JobEnvironment): Promise<TaskReport> {
  const order = readOrder(inputs.order)
  const made = await makeResult(order, inputs, env)
  const dir = join(env['RUNNER_TEMP'] ?? '.', 'countersign-result')
  await layResult(dir, inputs.order, made)
  return { order, dir, outcome: made.outcome, files: made.files.length }
}

/** The job before has looked who wrote it. */
function readOrder(sealed: string): JobOrder {
  const [payload = ''] = sealed.split('.')
  return JobOrderSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
}

async function makeResult(order: JobOrder, { token }: TaskInputs, env: JobEnvironment): Promise<MadeResult> {
  const startedMs = performance.now()
  try {
    return await workOnTask(order, parseTaskSettings(token, env), env)
  } catch (error) {
    const receipt = emptyReceipt(order, performance.now() - startedMs)
    return { outcome: { kind: 'failed', reason: explainToPeople(error).slice(0, 5_000) }, receipt, files: [] }
  }
}
