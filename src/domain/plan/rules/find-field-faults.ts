import { recordText } from '../../language/message.ts'
import { minutesPerDay } from '../assemble/assemble-task.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Plan } from '../plan.ts'
import { type Task, taskActions } from '../task.ts'
import { asLines, notAllowed, writeInstead } from './right-line.ts'

const levels: readonly string[] = ['low', 'medium', 'high']
const strategies: readonly string[] = ['bugfix', 'feature', 'refactor']

/** What spec 000 §4 requires and forbids: no task, fields left empty, values outside its lists, tasks without criterion. */
export function findFieldFaults(plan: Plan): PlanFault[] {
  const faults: PlanFault[] = []
  if (plan.tasks.length === 0)
    faults.push({
      code: 'no_task',
      nodes: ['G0'],
      message: writeInstead(
        recordText('the plan has no task'),
        '- [ ] T1: what to do in `src/a.js`',
        'tasks: [{ id: T1, title: What to do }]',
      ),
    })
  if (plan.description.trim() === '') faults.push(missing('G0', 'description'))
  if (!strategies.includes(plan.strategy_type)) {
    faults.push(refuseValue('G0', 'strategy_type', plan.strategy_type, strategies))
  }
  for (const field of ['risk', 'impact', 'complexity'] as const) {
    const level = plan.analysis[field]
    if (!levels.includes(level)) faults.push(refuseValue('G0', field, level, levels))
  }
  if (plan.score !== null && !(plan.score >= 0 && plan.score <= 1)) {
    faults.push({
      code: 'value_not_allowed',
      nodes: ['G0'],
      message: recordText('score {score} is not between 0 and 1', { score: plan.score }),
    })
  }
  for (const task of plan.tasks) addTaskFaults(task, faults)
  return faults
}

/** Adds to one list: of 100,000 tasks nearly none has a fault, and a list of none for each costs more than the look. */
function addTaskFaults(task: Task, faults: PlanFault[]): void {
  if (task.title.trim() === '') faults.push(missing(task.id, 'title'))
  if (task.executor.trim() === '') faults.push(missing(task.id, 'executor'))
  if (!taskActions.includes(task.action)) faults.push(refuseValue(task.id, 'action', task.action, taskActions))
  if (task.acceptance_criteria.length === 0) {
    faults.push({
      code: 'no_criterion',
      nodes: [task.id],
      message: writeInstead(
        recordText('{task} has no acceptance criterion, so nothing says when it is done', { task: task.id }),
        "acceptance_criteria: [{ statement: '`src/a.js` exists' }]",
      ),
    })
  }
  const estimate = findEstimateFault(task)
  if (estimate !== undefined) faults.push(estimate)
}

function findEstimateFault(task: Task): PlanFault | undefined {
  const days = task.estimated_person_days
  if (!Number.isFinite(days) || days <= 0) {
    const problem =
      days === 0
        ? recordText('{task} needs an estimate above 0 person-days', { task: task.id })
        : recordText('{task} needs an estimate above 0 person-days, not {number}', { task: task.id, number: days })
    const message = writeInstead(problem, 'estimated_person_days: 0.5')
    return { code: 'estimate_not_positive', nodes: [task.id], message }
  }
  if (Math.abs(task.estimated_minutes - days * minutesPerDay) <= 1) return undefined
  const message = recordText(
    "{task} is estimated at {number} person-days, which at 8 h a day isn't {minutes} minutes; write {code_lines} alone",
    {
      task: task.id,
      number: days,
      minutes: task.estimated_minutes,
      code_lines: asLines(`estimated_person_days: ${days}`),
    },
  )
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
    message: writeInstead(
      recordText('{owner} has no {key}', { owner: nameOwner(node), key: field }),
      `${field}: ${examples[field] ?? '…'}`,
    ),
  }
}

function refuseValue(node: string, field: string, value: string, allowed: readonly string[]): PlanFault {
  const message = writeInstead(notAllowed(field, nameOwner(node), value, allowed), `${field}: ${allowed[0] ?? ''}`)
  return { code: 'value_not_allowed', nodes: [node], message }
}

function nameOwner(node: string): string {
  return node === 'G0' ? recordText('the plan') : node
}
