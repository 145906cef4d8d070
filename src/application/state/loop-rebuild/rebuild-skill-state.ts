import { ofThisLoop } from '../../../domain/loop/of-this-loop.ts'
import type { ExecutionRecord } from '../../../domain/records/execution-record.ts'
import type { LoopPaths } from '../../../domain/loop/loop-paths.ts'
import { parseDebugPage } from '../../../domain/loop/progress/parse-debug-page.ts'
import { parseDevelopPage } from '../../../domain/loop/progress/parse-develop-page.ts'
import { parseValidatePage } from '../../../domain/loop/progress/parse-validate-page.ts'
import { ProgressFault } from '../../../domain/loop/progress/progress-fault.ts'
import type { RecoveredPart } from '../../../domain/loop/recovery.ts'
import { type DevelopTask, DevelopTaskSchema, type SkillState } from '../../../domain/records/loop/loop-state.ts'
import { renderCount } from '../../../views/language/t.ts'
import { parseJson } from '../../../domain/text/parse-json.ts'

/** Texts of a loop's files; null where there is none. */
export interface LoopTexts {
  state: string | null
  tasks: string | null
  develop: string | null
  debug: string | null
  validate: string | null
}

interface Recovered {
  skill: SkillState
  parts: RecoveredPart[]
  faults: string[]
}

/** The working side's half from its pages; where one can’t be read, what the tasks file and the execution record still say. */
export function rebuildSkillState(paths: LoopPaths, texts: LoopTexts, execution: ExecutionRecord | null): Recovered {
  const parts: RecoveredPart[] = []
  const faults: string[] = []
  const part = (name: string, how: RecoveredPart['how'], value: string | null, from: string) =>
    parts.push({ name, how, value, from })
  const readPage = <T>(path: string, text: string | null, parse: (file: string, text: string) => T): T | undefined => {
    if (text === null) {
      faults.push(`${path} is missing`)
      return undefined
    }
    try {
      return parse(path, text)
    } catch (error) {
      if (!(error instanceof ProgressFault)) throw error
      faults.push(error.message)
      return undefined
    }
  }
  let page = readPage(paths.develop, texts.develop, parseDevelopPage)
  if (page !== undefined) part('develop', 'restored', sayTasks(page.develop.tasks), paths.develop)
  else {
    const tasks = parseTaskLines(texts.tasks)
    page = developOf(tasks ?? [])
    if (tasks === undefined) part('develop', 'lost', null, `neither ${paths.develop} nor ${paths.tasks} can be read`)
    else part('develop', 'restored', sayTasks(tasks), paths.tasks)
    part('actions, errors', 'lost', null, `only ${paths.develop} has them, and it can’t be read`)
  }
  let debug = readPage(paths.debug, texts.debug, parseDebugPage)
  if (debug !== undefined) part('debug', 'restored', sayHypotheses(debug), paths.debug)
  else {
    debug = debugOf(execution)
    if (debug.hypotheses.length > 0)
      part('debug', 'offered', sayHypotheses(debug), 'the newest analysis of the execution record')
    else part('debug', 'lost', null, `${paths.debug} can’t be read, and the execution record has no analysis`)
  }
  const validate = readPage(paths.validate, texts.validate, parseValidatePage)
  if (validate !== undefined)
    part('validate', 'restored', renderCount(validate.test_results.length, 'test'), paths.validate)
  else part('validate', 'lost', null, `${paths.validate} can’t be read; what has passed has to be run again`)
  return { skill: { ...page, debug, validate: validate ?? nothingRun }, parts, faults }
}

const nothingRun: SkillState['validate'] = {
  pass_rate: 0,
  test_results: [],
  passed: false,
  failed_tests: [],
  last_run_at: null,
}

function sayHypotheses({ hypotheses }: SkillState['debug']): string {
  return renderCount(hypotheses.length, 'hypothesis', 'hypotheses')
}

function sayTasks(tasks: readonly DevelopTask[]): string {
  return `${tasks.filter((task) => task.status === 'completed').length} of ${tasks.length} tasks completed`
}

function parseTaskLines(text: string | null): DevelopTask[] | undefined {
  if (text === null) return undefined
  const tasks: DevelopTask[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const task = DevelopTaskSchema.safeParse(parseJson(line)).data
    if (task === undefined) return undefined
    tasks.push(task)
  }
  return tasks
}

function developOf(tasks: DevelopTask[]): Omit<SkillState, 'debug' | 'validate'> {
  const current = tasks.find((task) => task.status === 'in_progress')
  const ends = tasks.flatMap((task) => task.completed_at ?? [])
  return {
    current_action: null,
    last_action: null,
    completed_actions: [],
    mode: 'auto',
    develop: {
      total: tasks.length,
      completed: tasks.filter((task) => task.status === 'completed').length,
      ...(current === undefined ? {} : { current_task: current.id }),
      tasks,
      last_progress_at: ends.toSorted().at(-1) ?? null,
    },
    errors: [],
  }
}

function debugOf(execution: ExecutionRecord | null): SkillState['debug'] {
  const own = execution === null ? null : ofThisLoop(execution)
  const newest = own?.analyses.at(-1)
  const hypotheses = newest?.hypotheses ?? []
  return {
    hypotheses_count: hypotheses.length,
    hypotheses,
    confirmed_hypothesis: hypotheses.find((one) => one.status === 'confirmed')?.id ?? null,
    iteration: own === null ? 0 : own.analyses_left_out + own.analyses.length,
    last_analysis_at: newest?.at ?? null,
  }
}
