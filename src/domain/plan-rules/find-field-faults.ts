import { minutesPerDay } from '../assemble-task.ts'
import type { PlanFault } from '../plan-fault.ts'
import type { Plan } from '../plan.ts'
import { type Task, taskActions } from '../task.ts'

const levels: readonly string[] = ['low', 'medium', 'high']
const strategies: readonly string[] = ['bugfix', 'feature', 'refactor']

/** What spec 000 requires and forbids: no task, fields left empty, values outside its lists, tasks without criterion. */
export function findFieldFaults(plan: Plan): PlanFault[] {
  const faults: PlanFault[] = []
  if (plan.tasks.length === 0) faults.push({ code: 'no_task', nodes: ['G0'], message: 'the plan has no task' })
  if (plan.description.trim() === '') faults.push(missing('G0', 'description'))
  faults.push(...findValueFaults('G0', 'strategy_type', plan.strategy_type, strategies))
  for (const field of ['risk', 'impact', 'complexity'] as const) {
    faults.push(...findValueFaults('G0', field, plan.analysis[field], levels))
  }
  if (plan.score !== null && !(plan.score >= 0 && plan.score <= 1)) {
    faults.push({ code: 'value_not_allowed', nodes: ['G0'], message: `score ${plan.score} is not between 0 and 1` })
  }
  return [...faults, ...plan.tasks.flatMap((task) => findTaskFaults(task))]
}

function findTaskFaults(task: Task): PlanFault[] {
  const faults: PlanFault[] = []
  for (const field of ['title', 'executor'] as const) {
    if (task[field].trim() === '') faults.push(missing(task.id, field))
  }
  if (task.implementation.length === 0) faults.push(missing(task.id, 'implementation'))
  faults.push(...findValueFaults(task.id, 'action', task.action, taskActions))
  if (task.acceptance_criteria.length === 0) {
    faults.push({
      code: 'no_criterion',
      nodes: [task.id],
      message: `${task.id} has no acceptance criterion, so nothing says when it is done`,
    })
  }
  return [...faults, ...findEstimateFaults(task)]
}

function findEstimateFaults(task: Task): PlanFault[] {
  const days = task.estimated_person_days
  if (!Number.isFinite(days) || days <= 0) {
    const message = `${task.id} needs an estimate above 0 person-days${days === 0 ? '' : `, not ${days}`}`
    return [{ code: 'estimate_not_positive', nodes: [task.id], message }]
  }
  if (Math.abs(task.estimated_minutes - days * minutesPerDay) <= 1) return []
  const message = `${task.id} is estimated at ${days} person-days, which at 8 h a day isn't ${task.estimated_minutes} minutes`
  return [{ code: 'views_disagree', nodes: [task.id], message }]
}

function missing(node: string, field: string): PlanFault {
  return { code: 'field_missing', nodes: [node], message: `${node === 'G0' ? 'the plan' : node} has no ${field}` }
}

function findValueFaults(node: string, field: string, value: string, allowed: readonly string[]): PlanFault[] {
  if (allowed.includes(value)) return []
  const owner = node === 'G0' ? 'the plan' : node
  const message = `${field} of ${owner} is \`${value}\`; it may be ${allowed.join(', ')}`
  return [{ code: 'value_not_allowed', nodes: [node], message }]
}
