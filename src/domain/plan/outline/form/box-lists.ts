import { createDeniedMatcher, isGitMetadata } from '../../../paths/denied-path.ts'
import type { OutlineNode } from '../read/parse-outline.ts'
import { splitLabel } from '../read/parse-task-text.ts'
import { findBarePaths, findPathSpans } from '../words/find-path-spans.ts'
import { beginsChange } from '../words/find-reason-to-decline.ts'
import { isToBeFoundOut } from '../words/is-to-be-found-out.ts'
import { isChoice, isPromise } from './housekeeping.ts'
import type { PlacedNode } from './place-parts.ts'

type Item = OutlineNode & { kind: 'item' }

const isDenied = createDeniedMatcher([])

/** Beside other open boxes, those that are only about files that no task may write, wherever the server stands: `.gitattributes`. */
export function findDeniedBoxes(placed: readonly PlacedNode[]): Set<OutlineNode> {
  const boxes = placed.filter(({ node }) => node.kind === 'item' && node.checked === false && node.depth === 1)
  const denied = boxes.filter(({ node }) => {
    if (node.kind !== 'item' || splitLabel(node.text).id !== null) return false
    const spans = findPathSpans(node.text)
    const paths = spans.length > 0 ? spans : findBarePaths(node.text)
    const below = placed[placed.findIndex((one) => one.node === node) + 1]?.node
    return paths.length > 0 && paths.every((path) => isNeverWritten(path)) && (below?.depth ?? 0) <= node.depth
  })
  return new Set(denied.length < boxes.length ? denied.map(({ node }) => node) : [])
}

/** Open boxes that say what is to be found out first; where they are half of all, the others may hang on what is found. */
export function findUndecided(placed: readonly PlacedNode[]): Map<OutlineNode, 'undecided' | 'waiting'> {
  const boxes = placed.flatMap(({ node, part }) =>
    node.kind === 'item' && node.checked === false && node.depth === 1 && part !== 'expected' ? [node] : [],
  )
  const undecided = boxes.filter(
    ({ text }) => splitLabel(text).id === null && findPathSpans(text).length === 0 && isToBeFoundOut(text),
  )
  const isNamed = boxes.some(({ text }) => splitLabel(text).id !== null)
  const isAccepted = placed.some(({ node, part }) => part === 'expected' && node.kind !== 'heading')
  const isHalf = undecided.length * 2 >= boxes.length && !isNamed && !isAccepted
  return new Map([
    ...(isHalf && undecided.length > 0 ? boxes.map((node) => [node, 'waiting'] as const) : []),
    ...undecided.map((node) => [node, 'undecided'] as const),
  ])
}

function isNeverWritten(path: string): boolean {
  return isDenied(path) || isGitMetadata(path)
}

function isWorkLike(text: string): boolean {
  return beginsChange(text) || findPathSpans(text).length > 0
}

/** A few words that neither order nor say anything. */
function isShortName({ text, checked }: Item): boolean {
  const isShort = text.length <= 60 && text.split(/\s+/).length <= 4 && !/[.!?:;]$/.test(text)
  return isShort && (checked === true || !isWorkLike(text))
}

/** Boxes of lists in which every box is one to be chosen, and one was (`Windows`, `macOS`), or that a template printed. */
export function findChosenLists(placed: readonly PlacedNode[], isForm: boolean): Set<OutlineNode> {
  const chosen = new Set<OutlineNode>()
  let list: Item[] = []
  const close = (): void => {
    const isTicked = list.some(({ checked }) => checked === true)
    // Of whatever a form has to choose from, what wasn't chosen is no work: `[x] All`, `[ ] Federal Admin`.
    const isMenu = isForm && isTicked && list.length > 1 && list.every((item) => isShortName(item))
    if (isMenu || (isTicked && list.every(({ text }) => isChoice(text)))) for (const item of list) chosen.add(item)
    // Beside a promise a template's other boxes stand; its author's own begin like work.
    if (list.some(({ text }) => isPromise(text)))
      for (const item of list) if (!isPromise(item.text) && !isWorkLike(item.text)) chosen.add(item)
    list = []
  }
  for (const { node, part } of placed) {
    if (node.kind === 'item' && node.checked !== null && part !== 'tasks' && part !== 'expected') list.push(node)
    else close()
  }
  close()
  return chosen
}
