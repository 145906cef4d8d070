import type { AcceptanceCriterion } from '../../domain/plan/acceptance-criterion.ts'
import type { Artifact } from '../../domain/records/artifact.ts'
import type { CriterionResult } from '../../domain/records/review.ts'
import { findMalformation } from '../../domain/paths/path-policy.ts'
import type { Task } from '../../domain/plan/task.ts'
import { criteriaOf } from '../../domain/gate/draft/version-criteria.ts'
import { removeHidden } from '../markdown/hidden-characters.ts'
import { shorten } from '../markdown/shorten.ts'
import { translate } from '../language/translate.ts'

/** A finding on a line of the pull request's files, from 1. */
export interface Annotation {
  path: string
  line: number
  message: string
  level: 'notice' | 'warning' | 'failure'
}

/** GitHub takes 50 at a time. */
const annotationLimit = 50

/**
 * Puts each failed criterion on the places its evidence names (`src/auth.ts:27`), else on its target's first line; each
 * failed test of a report on the line that its runner told, whether or not the version changed that file.
 */
export function findAnnotations(task: Task, results: readonly CriterionResult[], artifact: Artifact): Annotation[] {
  const paths = artifact.files.filter((file) => file.status !== 'deleted').map((file) => file.path)
  const criteria = new Map(criteriaOf(task, artifact).map((criterion) => [criterion.id, criterion]))
  return results
    .flatMap((result) => {
      const criterion = criteria.get(result.id)
      return criterion === undefined || result.result !== 'fail' ? [] : annotate(criterion, result, paths)
    })
    .slice(0, annotationLimit)
}

function annotate(criterion: AcceptanceCriterion, result: CriterionResult, paths: readonly string[]): Annotation[] {
  const say = (what: string) =>
    shorten(removeHidden(`${criterion.id}: ${translate(criterion.statement)}\n${translate(what)}`).trim(), 2_000)
  const message = say(result.evidence)
  const level = levelOf(criterion)
  const tests = findFailedTests(criterion, result.evidence)
  if (tests.length > 0) return tests.map(({ path, line, told }) => ({ path, line, message: say(told), level }))
  const places = paths.flatMap((path) =>
    findLines(result.evidence, path).map((line) => ({ path, line, message, level })),
  )
  if (places.length > 0) return places
  const target = criterion.target
  return target !== undefined && paths.includes(target) ? [{ path: target, line: 1, message, level }] : []
}

/** The lines of a test summary that have a place: `auth › refuses expired (auth.test.ts:41): expected 401`. */
function findFailedTests({ check_method: method }: AcceptanceCriterion, evidence: string) {
  if (method !== 'run_smoke_test' || !/^\d{1,9} of \d{1,9} tests? passed/.test(evidence)) return []
  return evidence
    .slice(0, 20_000)
    .split('\n')
    .filter((text) => !text.startsWith('    '))
    .flatMap((text) => {
      const told = text.replace(/^.{0,100}?; failed: /, '')
      const [, path = '', line = ''] = / \(([^\s()]{1,300}):(\d{1,7})\)(?:: |$)/.exec(told) ?? []
      return Number(line) > 0 && findMalformation(path) === undefined ? [{ path, line: Number(line), told }] : []
    })
}

function findLines(evidence: string, path: string): number[] {
  const lines = new Set<number>()
  for (let at = evidence.indexOf(`${path}:`); at !== -1; at = evidence.indexOf(`${path}:`, at + 1)) {
    const named = /^\d{1,7}/.exec(evidence.slice(at + path.length + 1, at + path.length + 9))
    const starts = at === 0 || /[\s`'"(./]/.test(evidence.charAt(at - 1))
    if (starts && named !== null && Number(named[0]) > 0) lines.add(Number(named[0]))
  }
  return [...lines].slice(0, 5)
}

function levelOf(criterion: AcceptanceCriterion): Annotation['level'] {
  switch (criterion.severity) {
    case 'blocker':
      return 'failure'
    case 'major':
      return 'warning'
    case 'minor':
      return 'notice'
  }
}
