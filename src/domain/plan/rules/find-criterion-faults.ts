import { recordText } from '../../language/message.ts'
import { type AcceptanceCriterion, checkMethods, severities } from '../acceptance-criterion.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Plan } from '../plan.ts'
import { createPatternJudge, type JudgePattern } from './judge-patterns.ts'
import { notAllowed, writeInstead } from './right-line.ts'

/** Criteria that couldn't be checked as they stand: a command, check name, path or pattern is lacking or wrong. */
export function findCriterionFaults(plan: Plan): PlanFault[] {
  const faults: PlanFault[] = []
  const judgePattern = createPatternJudge()
  for (const task of plan.tasks) {
    for (const criterion of task.acceptance_criteria) addFaultsOf({ criterion, task: task.id, faults, judgePattern })
  }
  return faults
}

interface CriterionContext {
  criterion: AcceptanceCriterion
  task: string
  /** Of all criteria: nearly none has one. */
  faults: PlanFault[]
  judgePattern: JudgePattern
}

function addFaultsOf(looked: CriterionContext): void {
  const { criterion, task, faults } = looked
  if (criterion.statement.trim() === '') {
    faults.push({
      code: 'field_missing',
      nodes: [task],
      message: writeInstead(
        recordText('{criterion_of} has no statement', { criterion_of: nameOf(looked) }),
        'statement: what must hold',
      ),
    })
  }
  if (!severities.includes(criterion.severity)) {
    const severity: string = criterion.severity
    addWrong(looked, writeInstead(notAllowed('severity', nameOf(looked), severity, severities), 'severity: major'))
  }
  switch (criterion.check_method) {
    case 'run_smoke_test':
      if (isEmpty(criterion.command)) addLack(looked, 'command', 'command: npm test')
      return
    case 'ci_check':
      if ((criterion.checks ?? []).length === 0) addLack(looked, 'checks', 'checks: [build]')
      return
    case 'static_check':
      addStaticFaults(looked)
      return
    case 'model_review':
    case 'manual_review':
      return
  }
  const method: string = criterion.check_method
  addWrong(
    looked,
    writeInstead(notAllowed('check_method', nameOf(looked), method, checkMethods), 'check_method: manual_review'),
  )
}

function nameOf({ criterion, task }: CriterionContext): string {
  return recordText('{criterion_id} of {task}', { criterion_id: criterion.id, task })
}

function addLack(looked: CriterionContext, field: string, ...lines: readonly string[]): void {
  const method = looked.criterion.check_method
  const problem = recordText('{criterion_of} is a {method} without {field}', {
    criterion_of: nameOf(looked),
    method,
    field,
  })
  const message = writeInstead(problem, ...lines)
  looked.faults.push({ code: 'field_missing', nodes: [looked.task], message })
}

function addWrong({ task, faults }: CriterionContext, message: string): void {
  faults.push({ code: 'value_not_allowed', nodes: [task], message })
}

function addStaticFaults(looked: CriterionContext): void {
  const { criterion } = looked
  if (isEmpty(criterion.target)) addLack(looked, recordText('target, the path it looks at'), 'target: src/a.js')
  switch (criterion.check) {
    case undefined:
      // A pattern, text, schema or size would have said it (`completeCriterion`).
      addLack(
        looked,
        recordText('check, what it looks for'),
        'check: exists',
        'text: the words it contains',
        'pattern: what it matches',
        'check_method: manual_review',
      )
      return
    case 'exists':
    case 'parses':
    case 'diagnosis':
      return
    case 'contains':
      if (isEmpty(criterion.text)) addLack(looked, 'text', 'text: the words it contains')
      return
    case 'matches':
      addPatternFault(looked)
      return
    case 'schema':
      if (criterion.schema === undefined) addLack(looked, 'schema', 'schema: { type: object }')
      return
    case 'max_bytes':
      if (criterion.max_bytes === undefined) addLack(looked, 'max_bytes', 'max_bytes: 20000')
      return
  }
}

function addPatternFault(looked: CriterionContext): void {
  const { pattern } = looked.criterion
  if (pattern === undefined || pattern === '') {
    addLack(looked, 'pattern', 'pattern: ^export ')
    return
  }
  const why = looked.judgePattern(pattern)
  if (why !== undefined)
    addWrong(
      looked,
      recordText("pattern of {criterion_of} can't be used: {why}", { criterion_of: nameOf(looked), why }),
    )
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}
