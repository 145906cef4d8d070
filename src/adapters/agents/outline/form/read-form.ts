import { findPathSpans } from '../find-path-spans.ts'
import { beginsChange } from '../find-reason-to-decline.ts'
import type { OutlineNode } from '../parse-outline.ts'
import { splitLabel } from '../parse-task-text.ts'
import { isLabel } from '../section-titles.ts'
import type { FormPart } from './form-part.ts'
import { isChoice, isPromise } from './housekeeping.ts'
import { isEnvironmentFact, isLeftover } from './leftovers.ts'
import { type PlacedNode, placeParts } from './place-parts.ts'
import { promoteTitles } from './promote-titles.ts'
import { isReference, linkedWords } from './references.ts'

/** An issue without what its form or template brought along. */
export interface FormReading {
  /** What is left to be read, each with the part it stands in. */
  placed: PlacedNode[]
  nodes: OutlineNode[]
  /** Lines of items that only name other issues or pages. */
  references: number[]
  /** Lines of open boxes that promise, choose or ask something. */
  boxes: number[]
  /** Something was printed by a template and left as it was. */
  templated: boolean
}

type Item = OutlineNode & { kind: 'item' }
type Fate = 'read' | 'leftover' | 'reference' | 'box' | 'left_out'

/** Parts that only forms and templates have. */
const ofForm: readonly FormPart[] = [
  'choices',
  'environment',
  'reproduction',
  'report',
  'wanted',
  'question',
  'expected',
]
/** Parts in which a box may be work even though it doesn't begin like work. */
const ofWork: readonly FormPart[] = ['tasks', 'expected', 'wanted', 'other']

/**
 * Template headings, housekeeping boxes, environment blocks, references and template sentences are recognised as what
 * they are and left out; what names its task by an id stays wherever it stands.
 */
export function readForm(nodes: readonly OutlineNode[]): FormReading {
  const placed = placeParts(promoteTitles(nodes))
  const chosen = findChosenLists(placed)
  const isForm = placed.some(({ part }) => ofForm.includes(part))
  const reading: FormReading = { placed: [], nodes: [], references: [], boxes: [], templated: false }
  for (const one of placed) {
    switch (chosen.has(one.node) ? 'left_out' : judge(one, isForm)) {
      case 'read':
        reading.placed.push(isSilent(one.part) && one.node.kind === 'line' ? { ...one, part: 'other' } : one)
        reading.nodes.push(one.node)
        break
      case 'leftover':
        if (one.node.kind === 'line' && /\p{L}{3}/u.test(one.node.text)) reading.templated = true
        break
      case 'reference':
        reading.references.push(one.node.line)
        break
      case 'box':
        reading.boxes.push(one.node.line)
        break
      case 'left_out':
        break
    }
  }
  return reading
}

function judge({ node, part, asked }: PlacedNode, isForm: boolean): Fate {
  switch (node.kind) {
    case 'heading':
      return 'read'
    case 'fence':
      return part === 'environment' ? 'left_out' : 'read'
    case 'line':
      return isLabel(node.text) ? 'read' : judgeText(node.text, part)
    case 'item':
      return splitLabel(node.text).id === null ? judgeItem(node, part, asked, isForm) : 'read'
  }
}

function isSilent(part: FormPart): boolean {
  return part === 'environment' || part === 'choices'
}

/** Somebody tells something where a form asks for a fact. */
function isSentence(text: string): boolean {
  return text.split(/\s+/).length > 4 && /[.!。！]$/.test(text)
}

function judgeText(text: string, part: FormPart): Fate {
  if (isLeftover(text)) return 'leftover'
  if (part === 'promises' || (isSilent(part) && !isSentence(text))) return 'left_out'
  return isEnvironmentFact(text) ? 'left_out' : 'read'
}

function judgeItem(node: Item, part: FormPart, asked: boolean, isForm: boolean): Fate {
  const { text, checked } = node
  if (part === 'expected') return isBareMark(text) ? 'leftover' : 'read'
  const words = linkedWords(text)
  if (isReference(text) && (words === undefined || !beginsChange(words))) return 'reference'
  if (checked === null) return judgeText(text, part)
  if (isLeftover(text)) return 'leftover'
  if (part === 'tasks') return 'read'
  const open = checked ? 'left_out' : 'box'
  if (part === 'environment') return 'left_out'
  if (isPromise(text)) return isForm || /^(?:i|we|my|yes|我|私|はい|네)\b/iu.test(text) ? 'left_out' : open
  if (part === 'promises') return !isForm && !checked && beginsChange(text) ? 'read' : open
  if (part === 'choices') return isForm ? 'left_out' : open
  if (isForm && isChoice(text)) return 'left_out'
  if (checked) return 'read'
  if (/[?？]$/.test(text)) return 'box'
  if ((ofWork.includes(part) && !asked) || beginsChange(text) || findPathSpans(text).length > 0) return 'read'
  return 'box'
}

/** `...` and `'`, but not the code `'`. */
function isBareMark(text: string): boolean {
  return !text.includes('`') && isLeftover(text)
}

/** Boxes of lists in which every box is one to be chosen: `Windows`, `macOS`, `Linux`. */
function findChosenLists(placed: readonly PlacedNode[]): Set<OutlineNode> {
  const chosen = new Set<OutlineNode>()
  let list: Item[] = []
  const close = (): void => {
    if (list.every(({ text }) => isChoice(text))) for (const item of list) chosen.add(item)
    list = []
  }
  for (const { node, part } of placed) {
    if (node.kind === 'item' && node.checked !== null && part !== 'tasks' && part !== 'expected') list.push(node)
    else close()
  }
  close()
  return chosen
}
