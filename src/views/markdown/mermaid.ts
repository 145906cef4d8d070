import type { Task } from '../../domain/plan/task.ts'
import { codeFence } from './neutralise.ts'
import { shortenTitle } from './shorten-title.ts'
import { shortenWords } from './shorten-words.ts'
import { toOneLine } from './hidden-characters.ts'

/** How a task stands, as far as colours go. */
export type NodeTone = 'waiting' | 'working' | 'review' | 'person' | 'rejected' | 'done' | 'cancelled'

const nodeLimit = 60
const labelLength = 32
/** A box wraps its label, but not within a word: a longer one would be cut at its edge. */
const labelWord = 16

// Own text colours: the diagram is drawn on white and on nearly black.
const styles: Record<NodeTone, string> = {
  waiting: 'fill:#eaeef2,stroke:#6e7781,color:#1f2328',
  working: 'fill:#0969da,stroke:#0969da,color:#ffffff',
  review: 'fill:#8250df,stroke:#8250df,color:#ffffff',
  person: 'fill:#bf8700,stroke:#bf8700,color:#000000',
  rejected: 'fill:#cf222e,stroke:#cf222e,color:#ffffff',
  done: 'fill:#1a7f37,stroke:#1a7f37,color:#ffffff',
  cancelled: 'fill:#6e7781,stroke:#6e7781,color:#ffffff',
}

/** The tasks and what they wait for as a fenced flowchart; a sentence where it would be too large to read. */
export function renderGraph(tasks: readonly Task[], tones: ReadonlyMap<string, NodeTone> = new Map()): string {
  if (tasks.length > nodeLimit)
    return `A graph of ${tasks.length} tasks would be too large to read; the table shows what each waits for.`
  return codeFence(renderFlowchart(tasks, tones), 'mermaid')
}

/** The same as plain Mermaid, however many tasks there are. */
export function renderFlowchart(tasks: readonly Task[], tones: ReadonlyMap<string, NodeTone> = new Map()): string {
  return [
    `flowchart ${findDirection(tasks)}`,
    ...tasks.map(
      (task) =>
        `  ${nodeId(task.id)}["${escapeLabel(task.id)} ${escapeLabel(task.title)}"]${toneClass(tones.get(task.id))}`,
    ),
    ...tasks.flatMap((task) => task.depends_on.map((from) => `  ${nodeId(from)} --> ${nodeId(task.id)}`)),
    ...[...new Set(tones.values())].toSorted().map((tone) => `  classDef ${tone} ${styles[tone]}`),
  ].join('\n')
}

/** Words of others in a quoted label: whatever could end it, start markup or be an entity becomes a character code. */
function escapeLabel(text: string): string {
  const label = shortenTitle(shortenWords(toOneLine(text).replaceAll('`', ''), labelWord), labelLength)
  return label.replace(
    /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Default_Ignorable_Code_Point} ,.…\-]/gv,
    (mark) => `#${mark.codePointAt(0)};`,
  )
}

function nodeId(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, '_')
}

function toneClass(tone: NodeTone | undefined): string {
  return tone === undefined ? '' : `:::${tone}`
}

/** Left to right while the longest chain fits a page, else downwards. */
function findDirection(tasks: readonly Task[]): 'LR' | 'TD' {
  const depth = new Map<string, number>()
  let changed = true
  for (let round = 0; changed && round < 5; round += 1) {
    changed = false
    for (const task of tasks) {
      const level = 1 + Math.max(0, ...task.depends_on.map((id) => depth.get(id) ?? 1))
      if (level !== depth.get(task.id)) changed = true
      depth.set(task.id, level)
    }
  }
  return Math.max(0, ...depth.values()) > 3 ? 'TD' : 'LR'
}
