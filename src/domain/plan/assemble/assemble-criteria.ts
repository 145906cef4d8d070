import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import { assembleDeliverable } from './assemble-deliverable.ts'
import { deliverablePath } from '../deliverable-spec.ts'
import { type CriterionDraft, inferCriterion } from './infer-criterion.ts'
import type { TaskDraft } from '../plan-draft.ts'
import { deletedPaths, workPaths } from '../work-paths.ts'

/**
 * The criteria of a drafted task, numbered. Without structured ones those of the `acceptance` of spec 000 §3 are read by their
 * words, each `Run: …` of its verification being one more; "tests pass" runs the task's test command where there is one.
 * A task without any gets "exists" for each file it spells out, and none otherwise, which is a fault.
 */
export function assembleCriteria(task: TaskDraft): AcceptanceCriterion[] {
  const structured = (task.acceptance_criteria ?? []).map((given) => completeCriterion(given, task))
  const drafts = structured.length > 0 ? structured : criteriaOfAcceptance(task)
  const found = drafts.length > 0 ? drafts : criteriaOfWork(task)
  const taken = new Set((task.acceptance_criteria ?? []).map((given) => given.id))
  let number = 0
  const nextId = (): string => {
    do number += 1
    while (taken.has(`AC-${number}`))
    return `AC-${number}`
  }
  return found.map(({ id, ...criterion }) => ({ id: id ?? nextId(), ...criterion }))
}

type GivenCriterion = NonNullable<TaskDraft['acceptance_criteria']>[number]
type Numbered = CriterionDraft & { id?: string | undefined }

/**
 * What a criterion leaves out is inferred from its statement, and of a static check from its parts and the one file
 * that its task delivers; a given `check_method` or its parts are never overruled.
 */
function completeCriterion(given: GivenCriterion, task: TaskDraft): Numbered {
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const method = given.check_method ?? inferMethod(given)
  const { severity, ...inferred } = inferCriterion(given.statement)
  const fallback = method === undefined || method === inferred.check_method ? inferred : { type: 'functional' as const }
  const machine = (method ?? inferred.check_method) !== 'manual_review'
  const suffixed = inferred.statement !== given.statement.trim()
  return {
    ...fallback,
    severity: suffixed ? severity : machine ? 'blocker' : 'major',
    check_method: method ?? inferred.check_method,
    ...stated,
    ...((method ?? inferred.check_method) === 'static_check' ? completeStatic(given, inferred, task) : {}),
    statement: inferred.statement,
  }
}

type StaticParts = Partial<Pick<AcceptanceCriterion, 'check' | 'target' | 'text' | 'pattern' | 'max_bytes'>>

/** `target` and `pattern` alone say `matches`, as `check: matches` does. */
function completeStatic(given: GivenCriterion, inferred: StaticParts, task: TaskDraft): StaticParts {
  const said = given.check ?? impliedCheck(given)
  const file = given.target ?? inferred.target ?? findOnlyFile(task)
  const read = inferred.check === undefined && file !== undefined ? inferAbout(file, given.statement) : inferred
  const target = file === undefined ? {} : { target: file }
  if (said === undefined) return { ...pickParts(read), ...target }
  return read.check === said
    ? { ...pickParts(read), ...pickParts(given), check: said, ...target }
    : { check: said, ...target }
}

function pickParts({
  check,
  text,
  pattern,
  max_bytes: bytes,
}: { [Part in keyof StaticParts]?: StaticParts[Part] | undefined }): StaticParts {
  return {
    ...(check === undefined ? {} : { check }),
    ...(text === undefined ? {} : { text }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(bytes === undefined ? {} : { max_bytes: bytes }),
  }
}

/** "Is valid JSON", said of the file that the criterion or its task names. */
function inferAbout(file: string, statement: string): StaticParts {
  if (file.includes('`')) return {}
  const about = inferCriterion(`\`${file}\` ${statement.trim().replace(/^(?:it|the file|this)\s+/i, '')}`)
  return about.check_method === 'static_check' ? about : {}
}

function findOnlyFile(task: TaskDraft): string | undefined {
  const spec = assembleDeliverable(task, task.title)
  return spec.single_file ? deliverablePath(spec) : undefined
}

/** What a static check looks for, by what it is given to look for. */
function impliedCheck(given: GivenCriterion): AcceptanceCriterion['check'] {
  if (given.schema !== undefined) return 'schema'
  if (given.pattern !== undefined) return 'matches'
  if (given.text !== undefined) return 'contains'
  return given.max_bytes === undefined ? undefined : 'max_bytes'
}

/** The method that the given parts imply: nobody names a command, or a pattern, to have it read. */
function inferMethod(given: GivenCriterion): GivenCriterion['check_method'] {
  if (given.command !== undefined) return 'run_smoke_test'
  if (given.checks !== undefined) return 'ci_check'
  return (given.check ?? impliedCheck(given)) === undefined ? undefined : 'static_check'
}

function criteriaOfAcceptance(task: TaskDraft): Numbered[] {
  const command = (task.test?.commands ?? []).join(' && ')
  const stated = (task.acceptance?.criteria ?? []).map((statement) => {
    const inferred = inferCriterion(statement)
    if (inferred.check_method !== 'manual_review' || command === '' || !saysTestsPass(statement)) return inferred
    return {
      ...inferred,
      type: 'test' as const,
      check_method: 'run_smoke_test' as const,
      severity: 'blocker' as const,
      command,
    }
  })
  const known = new Set(stated.map((criterion) => criterion.command))
  const verified = (task.acceptance?.verification ?? [])
    .filter((line) => /^run:/i.test(line))
    .map((line) => inferCriterion(line))
    .filter((criterion) => !known.has(criterion.command))
  return [...stated, ...verified]
}

function saysTestsPass(statement: string): boolean {
  return /^(?:all |the |unit |integration )*tests pass[.!]?$/i.test(statement.trim())
}

function criteriaOfWork(task: TaskDraft): Numbered[] {
  const deleted = new Set(deletedPaths(task.work ?? []))
  return workPaths(task.work ?? [])
    .filter((path) => !deleted.has(path))
    .map((path) => inferCriterion(`\`${path}\` exists`))
}
