import { findPathSpans } from '../words/find-path-spans.ts'
import { beginsChange } from '../words/find-reason-to-decline.ts'
import type { WorkItem } from '../../task.ts'
import { workPaths } from '../../work-paths.ts'
import { parseFence } from './parse-fence.ts'
import { parseFinalLine } from './parse-final-line.ts'
import type { OutlineNode } from './parse-outline.ts'
import { splitLabel } from './parse-task-text.ts'
import { isReportTitle, isWorkTitle } from './report-titles.ts'
import { continuesSection, isItemLabel, isLabel, sectionKind, type SectionKind } from '../words/section-titles.ts'

/** The blocks that define a task, each with its id. */
export type TaskDefinitions = ReadonlyMap<OutlineNode, string>

/**
 * Which blocks are tasks: items of task lists (open boxes, plain items under "Tasks", items that name a `T1:`), else
 * headings that name one or stand under "Tasks", else lines that do; where there are none, headings with work under
 * them. Ids given in the issue are kept; the others are numbered in order around them. In a change to a plan whose ids
 * are `taken`, every block that names a task counts, also when it was named before.
 */
export function findTaskDefinitions(nodes: readonly OutlineNode[], taken?: ReadonlySet<string>): TaskDefinitions {
  const candidates = findTaskCandidates(nodes)
  if (taken !== undefined) return numberTasks(candidates, taken)
  const items = candidates.filter(({ node }) => node.kind === 'item')
  const inItems = new Set(items.map(({ id }) => id))
  const headings = candidates.filter(({ node, id }) => node.kind === 'heading' && (id === null || !inItems.has(id)))
  const higher = new Set([...items, ...headings].map(({ id }) => id))
  const lines = candidates.filter(({ node, id }) => node.kind === 'line' && !higher.has(id) && higher.add(id))
  const chosen = new Set([...items, ...headings, ...lines])
  const isProposed = isProposal(nodes) && !candidates.every(({ node, id }) => isCertain(node, id))
  const found = candidates.filter((one) => chosen.has(one) && (!isProposed || isCertain(one.node, one.id)))
  return numberTasks(found.length > 0 ? found : findWorkHeadings(nodes), new Set())
}

const deliberation =
  /^\W*(?:open questions?|unresolved questions?|drawbacks|prior art|alternatives(?: considered)?|pros and cons)\W*$/i

/** Its author asks what others think: what stands under "Changes" is not decided yet. */
function isProposal(nodes: readonly OutlineNode[]): boolean {
  return nodes.some((node) => node.kind === 'heading' && deliberation.test(node.text))
}

/** A box, an id, or words that order something. */
function isCertain(node: OutlineNode, id: string | null): boolean {
  if (id !== null || !('text' in node)) return true
  return (
    (node.kind === 'item' && node.checked !== null) || beginsChange(node.text) || findPathSpans(node.text).length > 0
  )
}

interface TaskCandidate {
  node: OutlineNode
  id: string | null
}

interface Scan {
  section: { kind: SectionKind; level: number }
  /** Level of the heading that is a task; 0 outside of one. */
  taskLevel: number
  /** A line named a task: plain items below are its steps. */
  underLine: boolean
  /** Below a ticked box of this depth an open one is what is left of it. */
  tickedDepth: number | null
  /** Items deeper than this stand under an "Acceptance" label. */
  acceptanceDepth: number | null
}

function findTaskCandidates(nodes: readonly OutlineNode[]): TaskCandidate[] {
  const scan: Scan = {
    section: { kind: 'other', level: 0 },
    taskLevel: 0,
    underLine: false,
    tickedDepth: null,
    acceptanceDepth: null,
  }
  return nodes.flatMap((node) => scanNode(node, scan))
}

function scanNode(node: OutlineNode, scan: Scan): TaskCandidate[] {
  switch (node.kind) {
    case 'heading':
      return scanHeading(node, scan)
    case 'item':
      return scanItem(node, scan)
    case 'line':
      return scanLine(node, scan)
    case 'fence':
      return []
  }
}

function scanHeading(node: OutlineNode & { kind: 'heading' }, scan: Scan): TaskCandidate[] {
  scan.acceptanceDepth = null
  scan.underLine = false
  if (scan.taskLevel > 0 && node.level > scan.taskLevel) return []
  const { id } = splitLabel(node.text)
  const kind = sectionKind(node.text)
  const underTasks = scan.section.kind === 'tasks' && node.level > scan.section.level
  if (id !== null || (underTasks && kind === 'other')) {
    scan.taskLevel = node.level
    return [{ node, id }]
  }
  scan.taskLevel = 0
  if (!continuesSection(scan.section, kind, node.level)) scan.section = { kind, level: node.level }
  return []
}

function scanItem(node: OutlineNode & { kind: 'item' }, scan: Scan): TaskCandidate[] {
  if (scan.acceptanceDepth !== null && node.depth <= scan.acceptanceDepth) scan.acceptanceDepth = null
  if (scan.acceptanceDepth !== null || (scan.section.kind === 'acceptance' && scan.taskLevel === 0)) return []
  if (isItemLabel(node)) {
    if (sectionKind(node.text) === 'acceptance') scan.acceptanceDepth = node.depth
    return []
  }
  if (parseFinalLine(node.text, node.line) !== undefined) return []
  const { id } = splitLabel(node.text)
  if (scan.tickedDepth !== null && node.depth <= scan.tickedDepth) scan.tickedDepth = null
  if (node.checked === true) {
    scan.tickedDepth ??= node.depth
    return []
  }
  if (id !== null) return [{ node, id }]
  const listed = node.checked === false || scan.section.kind === 'tasks'
  const isLeft = node.checked === false && scan.tickedDepth !== null
  return listed && (node.depth === 1 || isLeft) && scan.taskLevel === 0 && !scan.underLine ? [{ node, id }] : []
}

function scanLine(node: OutlineNode & { kind: 'line' }, scan: Scan): TaskCandidate[] {
  if (isLabel(node.text)) {
    const kind = sectionKind(node.text)
    scan.acceptanceDepth = kind === 'acceptance' ? node.depth : null
    if (kind === 'tasks' && node.depth === 0 && scan.taskLevel === 0) scan.section = { kind, level: 7 }
    return []
  }
  const { id } = splitLabel(node.text)
  if (id === null || scan.section.kind === 'acceptance') return []
  if (node.depth === 0) scan.underLine = true
  return [{ node, id }]
}

/** Headings with work right under them, where an issue has no other sign of tasks. */
function findWorkHeadings(nodes: readonly OutlineNode[]): TaskCandidate[] {
  let heading: OutlineNode | null = null
  const found = new Set<OutlineNode>()
  for (const node of nodes) {
    if (node.kind === 'heading') heading = node
    if (node.kind === 'fence' && heading !== null && heading.kind === 'heading') {
      const work = parseFence(node.info, node.content)?.work
      if (work !== undefined && claimsWork(heading.text, work)) found.add(heading)
    }
  }
  return [...found].map((node) => ({ node, id: null }))
}

/** A diff also shows what happened: its heading must say that something is to be done. */
function claimsWork(title: string, work: WorkItem): boolean {
  if (work.kind !== 'diff') return !isReportTitle(title)
  return isWorkTitle(title) && workPaths([work]).length > 0
}

function numberTasks(candidates: readonly TaskCandidate[], elsewhere: ReadonlySet<string>): TaskDefinitions {
  const taken = new Set([...candidates.map(({ id }) => id), ...elsewhere])
  let number = 0
  return new Map(
    candidates.map(({ node, id }) => {
      if (id !== null) return [node, id]
      do number += 1
      while (taken.has(`T${number}`))
      return [node, `T${number}`]
    }),
  )
}
