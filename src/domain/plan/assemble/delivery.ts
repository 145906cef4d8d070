import { recordText } from '../../language/message.ts'
import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import { scopePaths } from './assemble-deliverable.ts'
import { deliverablePath } from '../deliverable-spec.ts'
import { cleanPattern, isLiteralPattern } from '../../paths/path-pattern.ts'
import type { Task } from '../task.ts'
import { deletedPaths, workPaths } from '../work-paths.ts'

/** Id of the criterion that nobody states: the deliverable is there as promised. Criteria of a plan begin at AC-1. */
export const deliveryId = 'AC-0'

/** What a version must hold to deliver what its task promised (spec 003 §1.1). */
export type PlannedDelivery =
  /** `path` may be a pattern; `beside` are other files that the plan names outright. */
  | { kind: 'file'; path: string; beside: readonly string[] }
  /** Files and globs; `some`: one of them is enough. */
  | { kind: 'set'; entries: readonly string[]; some: boolean }
  /** Paths to be changed or removed. */
  | { kind: 'removal'; paths: readonly string[] }
  | { kind: 'anything' }

/** All that a CHECK judges: that the deliverable is there, then the task's criteria. Of a plan made before there was such a check, these alone. */
export function judgedCriteria(task: Task): readonly AcceptanceCriterion[] {
  if (task.delivery_check === undefined) return task.acceptance_criteria
  return [deliveryCriterion(task), ...task.acceptance_criteria]
}

function deliveryCriterion(task: Task): AcceptanceCriterion {
  return {
    id: deliveryId,
    type: 'structure',
    statement: describeDelivery(expectDelivery(task), task.deliverable_spec.format),
    check_method: 'static_check',
    severity: 'blocker',
  }
}

export function expectDelivery(task: Task): PlannedDelivery {
  const spec = task.deliverable_spec
  const named = spec.single_file ? [deliverablePath(spec)] : (spec.files ?? [])
  const gone = new Set(deletedPaths(task.work))
  const kept = named.filter((path) => !gone.has(path))
  const isOpen = named.some((path) => cleanPattern(path) === '**')
  if (isOpen) return { kind: 'anything' }
  if (task.action === 'Remove' || (kept.length === 0 && named.length > 0)) return { kind: 'removal', paths: named }
  if (kept.length === 0) return { kind: 'anything' }
  const [path] = kept
  if (!spec.single_file || path === undefined || task.delivery_check === 'some')
    return { kind: 'set', entries: kept, some: task.delivery_check === 'some' }
  return { kind: 'file', path, beside: namedBeside(task, path) }
}

/** Files besides the deliverable that its approver saw named; folders and globs name none. */
function namedBeside(task: Task, path: string): string[] {
  const scope = scopePaths(task.scope).filter((entry) => !entry.endsWith('/'))
  const named = [...scope, ...task.modification_points.map((point) => point.file), ...workPaths(task.work)].map(
    (entry) => cleanPattern(entry),
  )
  return [...new Set(named)].filter((entry) => entry !== path && entry !== '' && isLiteralPattern(entry))
}

function describeDelivery(delivery: PlannedDelivery, format: string): string {
  switch (delivery.kind) {
    case 'file': {
      const path = `\`${delivery.path}\``
      return withFormat(
        delivery.beside.length === 0
          ? recordText('Delivers {path}: one file', { path })
          : recordText('Delivers {path}: one file, beside {others}', { path, others: list(delivery.beside) }),
        format,
      )
    }
    case 'set':
      return withFormat(recordText('Delivers {what}', { what: describeSet(delivery) }), format)
    case 'removal':
      return recordText('Changes or removes {paths}', { paths: list(delivery.paths) })
    case 'anything':
      return recordText('Delivers a change')
  }
}

/** `a and b` leaves open whether one of them would do. */
function describeSet({ entries, some }: Extract<PlannedDelivery, { kind: 'set' }>): string {
  const [first = '', ...others] = entries
  if (others.length === 0) return `\`${first}\``
  return recordText(some ? 'at least one of {paths}' : 'each of {paths}', { paths: list(entries) })
}

function withFormat(delivery: string, format: string): string {
  const found = findFormat(format)
  return found === undefined
    ? delivery
    : recordText('{delivery}, valid {parsed_as}', { delivery, parsed_as: found.name })
}

interface ParsedFormat {
  name: string
  extension: string
}

const json: ParsedFormat = { name: 'JSON', extension: '.json' }
const ndjson: ParsedFormat = { name: 'NDJSON', extension: '.ndjson' }
const yaml: ParsedFormat = { name: 'YAML', extension: '.yaml' }
const text: ParsedFormat = { name: 'UTF-8 text', extension: '.txt' }
const formats = new Map([
  ...['json', 'geojson', 'webmanifest'].map((format) => [format, json] as const),
  ...['ndjson', 'jsonl'].map((format) => [format, ndjson] as const),
  ...['yaml', 'yml'].map((format) => [format, yaml] as const),
  ...['md', 'markdown', 'txt'].map((format) => [format, text] as const),
])

function findFormat(format: string): ParsedFormat | undefined {
  return formats.get(format.toLowerCase().replace(/^\./, ''))
}

/** The extension of what a deliverable's `format` is read as; undefined where no machine can tell. */
export function deliveryExtension(format: string): string | undefined {
  return findFormat(format)?.extension
}

function list(paths: readonly string[]): string {
  const most = 6
  const shown = paths.slice(0, most).map((path) => `\`${path}\``)
  if (paths.length > most) shown.push(recordText('{n} more', { n: paths.length - most }))
  if (shown.length < 2) return shown.join('')
  return recordText('{spans} and {span}', { spans: shown.slice(0, -1).join(', '), span: shown.at(-1) ?? '' })
}
