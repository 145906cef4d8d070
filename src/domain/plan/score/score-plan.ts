import { type RecordMessage, recordText } from '../../language/message.ts'
import { expectDelivery } from '../assemble/delivery.ts'
import { isLiteralPattern } from '../../paths/path-pattern.ts'
import { writePersonDays } from '../assemble/person-days.ts'
import type { PlanFault } from '../rules/plan-fault.ts'
import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { type Level, levelOfSize, measureTasks, type PlanSize } from './derive-level.ts'
import { estimateTouched } from '../estimate/estimate-effort.ts'
import type { FileSizes } from '../estimate/file-sizes.ts'
import { isTestable, repeatsTitle } from './judge-statement.ts'
import type { ScorePart } from '../score-part.ts'
import { touchedFiles, type TouchedFiles } from '../estimate/touched-files.ts'
import { cutText } from '../../text/cut-text.ts'

type Scored = Pick<Plan, 'tasks' | 'goals' | 'checks' | 'edges' | 'analysis' | 'description'>

const weights: Record<ScorePart['name'], number> = {
  completeness: 0.3,
  dependencies: 0.2,
  testability: 0.3,
  complexity: 0.2,
}

/** A stated estimate is in line up to this factor from the computed one, or this many person-days. */
const estimateFactor = 4
const estimateSlackDays = 1

/**
 * The score of a plan, 0 to 1, with its four parts and what would raise each (spec 000 §7).
 * `faults` are those of `findPlanFaults`. The score is rounded down to two decimals, so that 0.795 is not 0.8; its parts
 * are rounded to be shown.
 */
export function scorePlan(
  plan: Scored,
  faults: readonly PlanFault[],
  sizes: FileSizes,
): { score: number; parts: ScorePart[] } {
  const parts = [
    scoreCompleteness(plan),
    scoreDependencies(faults),
    scoreTestability(plan.tasks),
    scoreComplexity(plan, sizes),
  ]
  const score = roundDown(parts.reduce((sum, part) => sum + part.weight * part.score, 0))
  return { score, parts: parts.map((part) => ({ ...part, score: round(part.score) })) }
}

function scoreCompleteness({ tasks }: Scored): ScorePart {
  const reasons = new Reasons()
  if (tasks.length === 0) reasons.add(() => recordText('the plan has no task'))
  let complete = 0
  for (const task of tasks) {
    const empty = findEmptyFields(task)
    if (empty.length === 0) complete += 1
    else reasons.add(() => recordText('{task} lacks {fields}: fill it in', { task: task.id, fields: empty.join(', ') }))
  }
  return makePart('completeness', share(complete, tasks.length), reasons)
}

/** Fields a reader needs of every task. A task may well have no place to change and no test command of its own. */
function findEmptyFields(task: Task): RecordMessage[] {
  const empty: RecordMessage[] = []
  if (isBlank(task.title)) empty.push('a title')
  if (isBlank(task.description)) empty.push('a description')
  if (isBlank(task.action)) empty.push('an action')
  if (isBlank(task.scope)) empty.push('a scope')
  if (!task.implementation.some((step) => !isBlank(step))) empty.push('steps')
  if (isBlank(task.deliverable_spec.filename) || isBlank(task.deliverable_spec.format)) empty.push('a deliverable')
  if (isBlank(task.executor)) empty.push('an executor')
  if (!(task.estimated_person_days > 0)) empty.push('an estimate')
  if (!task.acceptance_criteria.some((criterion) => !isBlank(criterion.statement))) empty.push('a criterion')
  return empty
}

function scoreDependencies(faults: readonly PlanFault[]): ScorePart {
  const reasons = new Reasons()
  const broken = faults.filter((fault) => isAboutOrder(fault.code))
  for (const fault of broken) reasons.add(() => fault.message)
  return makePart('dependencies', broken.length === 0 ? 1 : 0, reasons)
}

function isAboutOrder(code: PlanFault['code']): boolean {
  return code.startsWith('dependency_') || code === 'assemble_input_missing'
}

function scoreTestability(tasks: readonly Task[]): ScorePart {
  const reasons = new Reasons()
  let count = 0
  let testable = 0
  for (const task of tasks) {
    for (const criterion of task.acceptance_criteria) {
      const { concrete, why } = isTestable(criterion)
      const repeats = concrete && repeatsTitle(criterion, task.title)
      count += 1
      testable += repeats ? 0.5 : Number(concrete)
      if (concrete && !repeats) continue
      const fault = repeats ? recordText('repeats the title: say how somebody can tell that it is done') : why
      reasons.add(() =>
        recordText('{criterion} "{statement}" {why}', {
          criterion: `${task.id}/${criterion.id}`,
          statement: cutText(criterion.statement.replaceAll(/\s+/g, ' '), 80),
          why: fault,
        }),
      )
    }
    if (!isHeldToDelivery(task)) continue
    count += 1
    testable += 1
  }
  if (count === 0) reasons.add(() => recordText('no task has a criterion'))
  const part = share(testable, count)
  const isForPeople = tasks.every((task) => task.acceptance_criteria.every(isOnlyRead))
  if (part <= byPeople || !isForPeople) return makePart('testability', part, reasons)
  reasons.add(() => recordText('no criterion is checked by a machine, so each is what a person takes it for'))
  return makePart('testability', byPeople, reasons)
}

/** The most where a person judges all: the words may be clear, but no step checks them (spec 000 §7). */
const byPeople = 0.9

function isOnlyRead({ check_method: method }: Task['acceptance_criteria'][number]): boolean {
  return method === 'manual_review'
}

/** Nobody said when it is done: then what every CHECK looks for (AC-0) counts beside its title, where that is a file. */
function isHeldToDelivery(task: Task): boolean {
  const [only, second] = task.acceptance_criteria
  if (task.delivery_check === undefined || only?.statement !== task.title || second !== undefined) return false
  const delivery = expectDelivery(task)
  switch (delivery.kind) {
    case 'file':
      return true
    case 'set':
      return delivery.entries.length === 1 && delivery.entries.every((entry) => isLiteralPattern(entry))
    case 'removal':
    case 'anything':
      return false
  }
}

/** Half for the analysis, half for the estimates (spec 000 §7). */
function scoreComplexity({ tasks, analysis }: Scored, sizes: FileSizes): ScorePart {
  const reasons = new Reasons()
  const touched = tasks.map((task) => touchedFiles(task))
  const levels = scoreAnalysis(measureTasks(tasks, touched), analysis, reasons)
  const estimates = scoreEstimates(tasks, touched, sizes, reasons)
  return makePart('complexity', (levels + estimates) / 2, reasons)
}

/**
 * Each level counts in full where it is what the plan's size suggests, half when one off. More risk or impact than that
 * is knowledge.
 */
function scoreAnalysis(measured: PlanSize, analysis: Plan['analysis'], reasons: Reasons): number {
  const derived = levelOfSize(measured)
  const size = {
    days: writePersonDays(measured.personDays),
    counted: recordText(measured.files === 1 ? '{n} file' : '{n} files', { n: measured.files }),
    derived,
  }
  const complexity = Math.abs(rank(analysis.complexity) - rank(derived))
  if (complexity > 0)
    reasons.add(() =>
      recordText(
        'complexity is {level}, where {days} and {counted} suggest {derived}: say so, or check the estimates',
        { ...size, level: analysis.complexity },
      ),
    )
  let off = complexity
  for (const name of ['risk', 'impact'] as const) {
    const below = Math.max(0, rank(derived) - rank(analysis[name]))
    if (below > 0)
      reasons.add(() =>
        recordText('{part} is {level}, where {days} and {counted} suggest {derived}: raise it', {
          ...size,
          part: name,
          level: analysis[name],
        }),
      )
    off += below
  }
  return Math.max(0, 1 - off / 4)
}

/** Estimates that nobody stated are computed or about to be, and so are in line. */
function scoreEstimates(
  tasks: readonly Task[],
  touched: readonly TouchedFiles[],
  sizes: FileSizes,
  reasons: Reasons,
): number {
  let inLine = 0
  for (const [index, task] of tasks.entries()) {
    const stated = task.estimated_person_days
    const files = task.estimate_from === 'plan' ? touched[index] : undefined
    const effort = files && estimateTouched(task, files, sizes)
    if (effort === undefined || isInLine(stated, effort.person_days)) inLine += 1
    else {
      reasons.add(() =>
        recordText(
          '{task} states {days_before}, {days} computed from {why}: name what it touches, or change the estimate',
          {
            task: task.id,
            days_before: writePersonDays(stated),
            days: writePersonDays(effort.person_days),
            why: effort.why,
          },
        ),
      )
    }
  }
  return share(inLine, tasks.length)
}

function isInLine(stated: number, computed: number): boolean {
  if (Math.abs(stated - computed) <= estimateSlackDays && stated > 0) return true
  return stated >= computed / estimateFactor && stated <= computed * estimateFactor
}

function rank(level: Level): number {
  return ['low', 'medium', 'high'].indexOf(level)
}

const mostReasons = 10

/** The first ten reasons of a part, and how many more there are. */
class Reasons {
  readonly #list: string[] = []
  #more = 0

  add(render: () => string): void {
    if (this.#list.length < mostReasons) this.#list.push(render())
    else this.#more += 1
  }

  toArray(): string[] {
    return this.#more === 0 ? this.#list : [...this.#list, recordText('and {n} more', { n: this.#more })]
  }
}

function makePart(name: ScorePart['name'], score: number, reasons: Reasons): ScorePart {
  return { name, weight: weights[name], score, reasons: reasons.toArray() }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** With room for what adding fractions loses: 0.7999999999999999 is 0.8. */
function roundDown(number: number): number {
  return Math.floor(number * 100 + 1e-9) / 100
}

function round(number: number): number {
  return Math.round(number * 100 + 1e-9) / 100
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}
