import { isAlias, isNode, isPair, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { type PlanDraft, PlanDraftSchema } from '../../../domain/plan-draft.ts'
import { findUnknownKeys } from '../../../domain/find-unknown-keys.ts'
import type { YamlBlock } from './find-yaml-block.ts'

const maxBytes = 64 * 1024
const maxFaults = 20

export type YamlPlan = { kind: 'draft'; draft: PlanDraft } | { kind: 'faults'; faults: string[] }

/** Written by Countersign, or derived from the rest: allowed in a pasted plan, never read. */
const derived = {
  plan: ['id', 'issue_id', 'created_at', 'score', 'is_bound', 'schema_version', 'source', 'planner', 'hash', 'goals'],
  task: ['task_id', 'one_shot_pass', 'feasibility_note'],
  check: ['task_id', 'review_output_spec'],
}

/** A plan in the terms of the schema. Every fault names line and column of the issue's text, what stands there, and what may. */
export function parseYamlPlan(block: YamlBlock): YamlPlan {
  if (new TextEncoder().encode(block.content).length > maxBytes) {
    return { kind: 'faults', faults: [`Line ${block.line}: the YAML plan is larger than 64 KB.`] }
  }
  const lineCounter = new LineCounter()
  const locate = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset)
    return `Line ${block.line + line - 1}, column ${col + block.indent}`
  }
  const document = parseWithoutOverflow(block.content, lineCounter)
  if (document === undefined)
    return { kind: 'faults', faults: [`Line ${block.line}: the YAML plan is nested too deeply.`] }
  const syntax = document.errors.map((error) => `${locate(error.pos[0])}: ${firstLine(error.message)}`)
  const faults = syntax.length > 0 ? syntax : findForbidden(document, locate)
  if (faults.length > 0) return { kind: 'faults', faults: faults.slice(0, maxFaults) }
  return readDocument(document, locate, block)
}

function parseWithoutOverflow(content: string, lineCounter: LineCounter): Document.Parsed | undefined {
  if (findDepth(content) > 100) return undefined
  return parseDocument(content, { lineCounter, prettyErrors: false, schema: 'core', merge: false })
}

/** An upper bound of how deep it nests: the parser calls itself once a level. */
function findDepth(content: string): number {
  let flow = 0
  let deepest = 0
  for (const line of content.split('\n')) {
    const indent = line.search(/\S/)
    const dashes = /^(?:\s*[-?:]\s)+/.exec(line)?.[0].length ?? 0
    deepest = Math.max(deepest, (indent + dashes) / 2)
    for (const char of line) {
      if (char === '[' || char === '{') flow += 1
      if (char === ']' || char === '}') flow = Math.max(0, flow - 1)
      deepest = Math.max(deepest, flow)
    }
  }
  return deepest
}

/** Anchors, aliases, merge keys and tags: a plan needs none, and they make small text large. */
function findForbidden(document: Document.Parsed, locate: (offset: number) => string): string[] {
  const faults: string[] = []
  visit(document, (_key, node) => {
    if (isPair(node) && isScalar(node.key) && node.key.value === '<<') {
      faults.push(`${locate(node.key.range?.[0] ?? 0)}: merge keys (\`<<\`) are not read; repeat what is meant.`)
    }
    if (!isNode(node)) return
    if (isAlias(node))
      faults.push(`${locate(node.range?.[0] ?? 0)}: aliases (\`*name\`) are not read; repeat what is meant.`)
    else if (node.anchor !== undefined) {
      faults.push(`${locate(node.range?.[0] ?? 0)}: anchors (\`&name\`) are not read; repeat what is meant.`)
    }
    if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:')) {
      faults.push(`${locate(node.range?.[0] ?? 0)}: tags (\`${firstLine(node.tag)}\`) are not read.`)
    }
  })
  return faults
}

function readDocument(document: Document.Parsed, locate: (offset: number) => string, block: YamlBlock): YamlPlan {
  const value: unknown = document.toJS({ maxAliasCount: 0 })
  if (!isRecord(value)) {
    return { kind: 'faults', faults: [`Line ${block.line}: the plan must be a mapping with \`tasks:\`.`] }
  }
  const lineOf = (path: readonly PropertyKey[]): number => {
    const found = findOffset(document, path)
    return Number(/\d+/.exec(locate(found))?.[0] ?? block.line)
  }
  const plan = dropDerived(value, lineOf)
  const parsed = PlanDraftSchema.safeParse(plan)
  const unknown = findUnknownKeys(PlanDraftSchema, plan).map((key) => {
    const hint = key.suggestion === null ? '' : ` Did you mean \`${key.suggestion}\`?`
    return `${locate(findOffset(document, key.path, true))}: \`${showPath(key.path)}\` is not known.${hint}`
  })
  if (parsed.success && unknown.length === 0) return { kind: 'draft', draft: parsed.data }
  const invalid = parsed.success
    ? []
    : parsed.error.issues.map(
        (issue) => `${locate(findOffset(document, issue.path))}: \`${showPath(issue.path)}\`: ${issue.message}.`,
      )
  return { kind: 'faults', faults: [...invalid, ...unknown].slice(0, maxFaults) }
}

/** The words of a stored plan become those of a draft: `review_target_task_id: T1` is a CHECK's target. */
function dropDerived(plan: Record<string, unknown>, lineOf: (path: readonly PropertyKey[]) => number): unknown {
  const { tasks, checks, root_criteria: root, ...rest } = omit(plan, derived.plan)
  return {
    ...rest,
    tasks: mapRecords(tasks, (task) => omit(task, derived.task)),
    ...(checks === undefined || checks === null ? {} : { checks: mapRecords(checks, (check) => renameTarget(check)) }),
    ...(root === undefined || root === null
      ? {}
      : {
          root_criteria: mapRecords(root, (item, index) => ({
            source_line: lineOf(['root_criteria', index]),
            covered_by: [],
            ...item,
          })),
        }),
  }
}

function renameTarget(check: Record<string, unknown>): Record<string, unknown> {
  const { review_target_task_id: reviewed, ...rest } = omit(check, derived.check)
  return reviewed === undefined ? rest : { target: reviewed, ...rest }
}

function omit(record: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => !keys.includes(key) && value !== null))
}

function mapRecords(list: unknown, map: (record: Record<string, unknown>, index: number) => unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map((entry: unknown, index) => (isRecord(entry) ? map(entry, index) : entry))
}

/** Where a path's value begins, or its key; of what isn't there, the nearest that is. */
function findOffset(document: Document.Parsed, path: readonly PropertyKey[], key = false): number {
  for (let length = path.length; length >= 0; length--) {
    const at = path.slice(0, length)
    if (key && length === path.length) {
      const parent = document.getIn(at.slice(0, -1), true)
      const name = at.at(-1)
      const items = isNode(parent) && 'items' in parent ? parent.items : []
      const pair = items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name)
      if (isPair(pair) && isNode(pair.key) && pair.key.range) return pair.key.range[0]
    }
    const node = length === 0 ? document.contents : document.getIn(at, true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function showPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
