import { RE2JS } from 're2js'
import { type AcceptanceCriterion, checkMethods, severities } from '../acceptance-criterion.ts'
import type { PlanFault } from '../plan-fault.ts'
import type { Plan } from '../plan.ts'

/** Criteria that couldn't be checked as they stand: a command, check name, path or pattern is lacking or wrong. */
export function findCriterionFaults(plan: Plan): PlanFault[] {
  return plan.tasks.flatMap((task) => task.acceptance_criteria.flatMap((criterion) => findFaultsOf(criterion, task.id)))
}

function findFaultsOf(criterion: AcceptanceCriterion, task: string): PlanFault[] {
  const name = `${criterion.id} of ${task}`
  const faults: PlanFault[] = []
  const lacks = (field: string): PlanFault => ({
    code: 'field_missing',
    nodes: [task],
    message: `${name} is a ${criterion.check_method} without ${field}`,
  })
  const wrong = (message: string): PlanFault => ({ code: 'value_not_allowed', nodes: [task], message })
  if (criterion.statement.trim() === '') {
    faults.push({ code: 'field_missing', nodes: [task], message: `${name} has no statement` })
  }
  if (!severities.includes(criterion.severity)) {
    faults.push(wrong(`severity of ${name} is \`${criterion.severity as string}\`; it may be ${severities.join(', ')}`))
  }
  switch (criterion.check_method) {
    case 'run_smoke_test':
      return isEmpty(criterion.command) ? [...faults, lacks('command')] : faults
    case 'ci_check':
      return (criterion.checks ?? []).length === 0 ? [...faults, lacks('checks')] : faults
    case 'static_check':
      return [...faults, ...findStaticFaults(criterion, name, lacks, wrong)]
    case 'model_review':
    case 'manual_review':
      return faults
  }
  const method: string = criterion.check_method
  return [...faults, wrong(`check_method of ${name} is \`${method}\`; it may be ${checkMethods.join(', ')}`)]
}

function findStaticFaults(
  criterion: AcceptanceCriterion,
  name: string,
  lacks: (field: string) => PlanFault,
  wrong: (message: string) => PlanFault,
): PlanFault[] {
  const target = isEmpty(criterion.target) ? [lacks('target, the path it looks at')] : []
  switch (criterion.check) {
    case undefined:
      return [...target, lacks('check')]
    case 'exists':
    case 'parses':
      return target
    case 'contains':
      return isEmpty(criterion.text) ? [...target, lacks('text')] : target
    case 'matches':
      return [...target, ...findPatternFaults(criterion.pattern, name, lacks, wrong)]
    case 'schema':
      return criterion.schema === undefined ? [...target, lacks('schema')] : target
    case 'max_bytes':
      return criterion.max_bytes === undefined ? [...target, lacks('max_bytes')] : target
  }
}

/** Patterns run under RE2, whose time is linear: no look-around and no back-references. */
function findPatternFaults(
  pattern: string | undefined,
  name: string,
  lacks: (field: string) => PlanFault,
  wrong: (message: string) => PlanFault,
): PlanFault[] {
  if (pattern === undefined || pattern === '') return [lacks('pattern')]
  try {
    RE2JS.compile(pattern)
    return []
  } catch (error) {
    return [wrong(`pattern of ${name} can't be used: ${error instanceof Error ? error.message : 'no RE2 expression'}`)]
  }
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}
