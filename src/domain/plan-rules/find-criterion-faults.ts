import { type AcceptanceCriterion, checkMethods, severities } from '../acceptance-criterion.ts'
import type { PlanFault } from '../plan-fault.ts'
import type { Plan } from '../plan.ts'
import { createPatternJudge, type JudgePattern } from './judge-patterns.ts'

/** Criteria that couldn't be checked as they stand: a command, check name, path or pattern is lacking or wrong. */
export function findCriterionFaults(plan: Plan): PlanFault[] {
  const faults: PlanFault[] = []
  const judgePattern = createPatternJudge()
  for (const task of plan.tasks) {
    for (const criterion of task.acceptance_criteria) addFaultsOf({ criterion, task: task.id, faults, judgePattern })
  }
  return faults
}

interface Looked {
  criterion: AcceptanceCriterion
  task: string
  /** Of all criteria: nearly none has one. */
  faults: PlanFault[]
  judgePattern: JudgePattern
}

function addFaultsOf(looked: Looked): void {
  const { criterion, task, faults } = looked
  if (criterion.statement.trim() === '') {
    faults.push({ code: 'field_missing', nodes: [task], message: `${nameOf(looked)} has no statement` })
  }
  if (!severities.includes(criterion.severity)) {
    const severity: string = criterion.severity
    addWrong(looked, `severity of ${nameOf(looked)} is \`${severity}\`; it may be ${severities.join(', ')}`)
  }
  switch (criterion.check_method) {
    case 'run_smoke_test':
      if (isEmpty(criterion.command)) addLack(looked, 'command')
      return
    case 'ci_check':
      if ((criterion.checks ?? []).length === 0) addLack(looked, 'checks')
      return
    case 'static_check':
      addStaticFaults(looked)
      return
    case 'model_review':
    case 'manual_review':
      return
  }
  const method: string = criterion.check_method
  addWrong(looked, `check_method of ${nameOf(looked)} is \`${method}\`; it may be ${checkMethods.join(', ')}`)
}

function nameOf({ criterion, task }: Looked): string {
  return `${criterion.id} of ${task}`
}

function addLack(looked: Looked, field: string): void {
  const message = `${nameOf(looked)} is a ${looked.criterion.check_method} without ${field}`
  looked.faults.push({ code: 'field_missing', nodes: [looked.task], message })
}

function addWrong({ task, faults }: Looked, message: string): void {
  faults.push({ code: 'value_not_allowed', nodes: [task], message })
}

function addStaticFaults(looked: Looked): void {
  const { criterion } = looked
  if (isEmpty(criterion.target)) addLack(looked, 'target, the path it looks at')
  switch (criterion.check) {
    case undefined:
      addLack(looked, 'check')
      return
    case 'exists':
    case 'parses':
      return
    case 'contains':
      if (isEmpty(criterion.text)) addLack(looked, 'text')
      return
    case 'matches':
      addPatternFault(looked)
      return
    case 'schema':
      if (criterion.schema === undefined) addLack(looked, 'schema')
      return
    case 'max_bytes':
      if (criterion.max_bytes === undefined) addLack(looked, 'max_bytes')
      return
  }
}

function addPatternFault(looked: Looked): void {
  const { pattern } = looked.criterion
  if (pattern === undefined || pattern === '') {
    addLack(looked, 'pattern')
    return
  }
  const why = looked.judgePattern(pattern)
  if (why !== undefined) addWrong(looked, `pattern of ${nameOf(looked)} can't be used: ${why}`)
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}
