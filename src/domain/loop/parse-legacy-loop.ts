import { z } from 'zod'
import { type LoopState, SkillStateSchema } from '../records/loop/loop-state.ts'
import { sha256Hex } from '../text/sha256.ts'
import { findLoopFaults } from './find-loop-faults.ts'

/** Folder of the old location, `.workflow/.loop/{session-id}/state.json`: read, never written (spec 002 §1). */
export const legacyLoopsDir = '.workflow/.loop'

const text = z.string().catch('')
const textOrNull = z.string().nullable().catch(null)
const count = z.int().nonnegative().catch(0)
const texts = z.array(z.string()).catch([])

const LegacyTaskSchema = z.object({
  id: z.string(),
  description: text,
  tool: z.enum(['gemini', 'qwen', 'codex', 'bash']).catch('bash'),
  mode: z.enum(['analysis', 'write']).catch('write'),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']).catch('pending'),
  files_changed: texts,
  created_at: z.string().optional().catch(undefined),
  completed_at: textOrNull,
})

const validateShape = SkillStateSchema.shape.validate
const debugShape = SkillStateSchema.shape.debug

/** The old version, as far as spec 002 §8 still tells: other names at the top and for the counts of tasks. */
const LegacyLoopSchema = z.object({
  session_id: z.string().optional(),
  task_description: z.string(),
  status: text,
  created_at: text,
  updated_at: text,
  completed_at: z.string().optional().catch(undefined),
  failure_reason: z.string().optional().catch(undefined),
  max_iterations: z.int().positive().catch(10),
  iteration_count: z.int().nonnegative().optional().catch(undefined),
  current_iteration: z.int().nonnegative().optional().catch(undefined),
  current_action: SkillStateSchema.shape.current_action.catch(null),
  last_action: textOrNull,
  completed_actions: texts,
  mode: z.enum(['interactive', 'auto']).catch('interactive'),
  develop: z
    .object({
      current_task: textOrNull,
      tasks: z.array(LegacyTaskSchema).catch([]),
      last_progress_at: textOrNull,
    })
    .catch({ current_task: null, tasks: [], last_progress_at: null }),
  debug: z
    .object({
      active_bug: textOrNull,
      hypotheses: debugShape.shape.hypotheses.catch([]),
      confirmed_hypothesis: textOrNull,
      iteration: count,
      last_analysis_at: textOrNull,
    })
    .catch({ active_bug: null, hypotheses: [], confirmed_hypothesis: null, iteration: 0, last_analysis_at: null }),
  validate: z
    .object({
      pass_rate: validateShape.shape.pass_rate.catch(0),
      coverage: validateShape.shape.coverage.catch(undefined),
      test_results: validateShape.shape.test_results.catch([]),
      passed: z.boolean().catch(false),
      last_run_at: textOrNull,
    })
    .catch({ pass_rate: 0, coverage: undefined, test_results: [], passed: false, last_run_at: null }),
  errors: SkillStateSchema.shape.errors.catch([]),
})

/** A loop of the old location in today's form; undefined where the text is no such loop. Counts are those of the lists. */
export function parseLegacyLoop(sessionId: string, json: unknown): LoopState | undefined {
  const old = LegacyLoopSchema.safeParse(json).data
  if (old === undefined) return undefined
  const created = old.created_at === '' ? '1970-01-01T00:00:00Z' : old.created_at
  const { confirmed_hypothesis: confirmed, hypotheses, active_bug: bug, ...debug } = old.debug
  const isThere = hypotheses.some((one) => one.id === confirmed && one.status === 'confirmed')
  const tasks = old.develop.tasks.map((task) => ({ ...task, created_at: task.created_at ?? created }))
  const failed = old.validate.test_results.filter((result) => result.status === 'failed')
  const loop: LoopState = {
    schema_version: 1,
    loop_id: legacyLoopId(sessionId, created),
    title: old.task_description.split('\n')[0] ?? '',
    description: old.task_description,
    max_iterations: old.max_iterations,
    status: loopStatusOf(old.status),
    current_iteration: old.current_iteration ?? old.iteration_count ?? 0,
    created_at: created,
    updated_at: old.updated_at === '' ? created : old.updated_at,
    ...(old.completed_at === undefined ? {} : { completed_at: old.completed_at }),
    ...(old.failure_reason === undefined ? {} : { failure_reason: old.failure_reason }),
    skill_state: {
      current_action: old.current_action,
      last_action: old.last_action,
      completed_actions: old.completed_actions,
      mode: old.mode,
      develop: {
        total: tasks.length,
        completed: tasks.filter((task) => task.status === 'completed').length,
        ...(old.develop.current_task === null ? {} : { current_task: old.develop.current_task }),
        tasks,
        last_progress_at: old.develop.last_progress_at,
      },
      debug: {
        ...debug,
        ...(bug === null ? {} : { active_bug: bug }),
        hypotheses_count: hypotheses.length,
        hypotheses,
        confirmed_hypothesis: isThere ? confirmed : null,
      },
      validate: {
        ...old.validate,
        passed: old.validate.passed && old.validate.test_results.length > 0,
        failed_tests: failed.map((result) => `${result.suite} ${result.test_name}`),
      },
      errors: old.errors,
    },
  }
  // One that says it is completed without having been validated may not be written as such.
  return findLoopFaults(loop).length === 0 ? loop : { ...loop, status: 'paused' }
}

/** The same for the same session, so that reading it twice makes one loop. */
function legacyLoopId(sessionId: string, created: string): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(created)?.[0].replaceAll('-', '') ?? '19700101'
  return `loop-v2-${day}-${sha256Hex(sessionId).slice(0, 6)}`
}

function loopStatusOf(word: string): LoopState['status'] {
  if (word === 'running' || word === 'paused' || word === 'completed' || word === 'failed') return word
  return word === 'pending' || word === 'created' ? 'created' : 'paused'
}
