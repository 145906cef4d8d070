import { minutesPerDay } from '../assemble/assemble-task.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Plan } from '../plan.ts'
import { type Task, taskActions } from '../task.ts'
import { writeInstead } from './right-line.ts'

const levels: readonly string[] = ['low', 'medium', 'high']
const strategies: readonly string[] = ['bugfix', 'feature', 'refactor']

/** What spec 000 §4 requires and forbids: no task, fields left empty, values outside its lists, tasks without criterion. */
export function findFieldFaults(plan: Plan): PlanFault[] {
  const faults: PlanFault[] = []
  if (plan.tasks.length === 0)
    faults.push({
      code: 'no_task',
      nodes: ['G0'],
      message: `the plan has no task${writeInstead('- [ ] T1: what to do in `src/a.js`', 'tasks: [{ id: T1, title: What to do }]')}`,
    })
  if (plan.description.trim() === '') faults.push(missing('G0', 'description'))
  if (!strategies.includes(plan.strategy_type)) {
    faults.push(notAllowed('G0', 'strategy_type', plan.strategy_type, strategies))
  }
  for (const field of ['risk', 'impact', 'complexity'] as const) {
    const level = plan.analysis[field]
    if (!levels.includes(level)) faults.push(notAllowed('G0', field, level, levels))
  }
  if (plan.score !== null && !(plan.score >= 0 && plan.score <= 1)) {
    faults.push({ code: 'value_not_allowed', nodes: ['G0'], message: `score ${plan.score} is not between 0 and 1` })
  }
  for (const task of plan.tasks) addTaskFaults(task, faults)
  return faults
}

/** Adds to one list: of 100,000 tasks nearly none has a fault, and a list of none for each costs more than the look. */
function addTaskFaults(task: Task, faults: PlanFault[]): void {
  if (task.title.trim() === '') faults.push(missing(task.id, 'title'))
  if (task.executor.trim() === '') faults.push(missing(task.id, 'executor'))
  if (!taskActions.includes(task.action)) faults.push(notAllowed(task.id, 'action', task.action, taskActions))
  if (task.acceptance_criteria.length === 0) {
    faults.push({
      code: 'no_criterion',
      nodes: [task.id],
      message: `${task.id} has no acceptance criterion, so nothing says when it is done${writeInstead("acceptance_criteria: [{ statement: '`src/a.js` exists' }]")}`,
    })
  }
  const estimate = findEstimateFault(task)
  if (estimate !== undefined) faults.push(estimate)
}

function findEstimateFault(task: Task): PlanFault | undefined {
  const days = task.estimated_person_days
  if (!Number.isFinite(days) || days <= 0) {
    const message = `${task.id} needs an estimate above 0 person-days${days === 0 ? '' : `, not ${days}`}${writeInstead('estimated_person_days: 0.5')}`
    return { code: 'estimate_not_positive', nodes: [task.id], message }
  }
  if (Math.abs(task.estimated_minutes - days * minutesPerDay) <= 1) return undefined
  const message = `${task.id} is estimated at ${days} person-days, which at 8 h a day isn't ${task.estimated_minutes} minutes${writeInstead(`estimated_person_days: ${days}`)} alone`
  return { code: 'views_disagree', nodes: [task.id], message }
}

const examples: Readonly<Record<string, string>> = {
  description: 'what the plan is for',
  title: 'what is done',
  executor: 'human',
  implementation: '[a step]',
}

function missing(node: string, field: string): PlanFault {
  return {
    code: 'field_missing',
    nodes: [node],
    message: `${node === 'G0' ? 'the plan' : node} has no ${field}${writeInstead(`${field}: ${examples[field] ?? '…'}`)}`,
  }
}

function notAllowed(node: string, field: string, value: string, allowed: readonly string[]): PlanFault {
  const owner = node === 'G0' ? 'the plan' : node
  const message = `${field} of ${owner} is \`${value}\`; it may be ${allowed.join(', ')}${writeInstead(`${field}: ${allowed[0] ?? ''}`)}`
  return { code: 'value_not_allowed', nodes: [node], message }
}
