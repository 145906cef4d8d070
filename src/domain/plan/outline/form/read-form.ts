import { findPathSpans } from '../words/find-path-spans.ts'
import { beginsChange } from '../words/find-reason-to-decline.ts'
import type { OutlineNode } from '../read/parse-outline.ts'
import { splitLabel } from '../read/parse-task-text.ts'
import { isLabel } from '../words/section-titles.ts'
import type { FormPart } from './form-part.ts'
import { findChosenLists, findDeniedBoxes, findUndecided } from './box-lists.ts'
import { isDoneElsewhere } from './done-elsewhere.ts'
import { isChoice, isPromise } from './housekeeping.ts'
import { isLinkLine, isOnlyMended, isSignOff } from './of-tracker.ts'
import { joinWrapped } from './join-wrapped.ts'
import { labelPairs } from './label-pairs.ts'
import { isEnvironmentFact, isLeftover, isNothing } from './leftovers.ts'
import { type PlacedNode, placeParts } from './place-parts.ts'
import { promoteTitles } from './promote-titles.ts'
import { isEmptyStory, isUnfilled } from './unfilled.ts'
import { isOwnedReference, isReference, linkedWords } from './references.ts'

/** An issue without what its form or template brought along. */
export interface FormReading {
  /** What is left to be read, each with the part it stands in. */
  placed: PlacedNode[]
  nodes: OutlineNode[]
  /** Lines of items that only name other issues or pages. */
  references: number[]
  /** Lines of open boxes that promise, choose or ask something. */
  boxes: number[]
  /** Lines of open boxes that say of themselves that they are out of scope or blocked. */
  postponed: number[]
  /** Lines of open boxes that change no file: `Push the tag`. */
  elsewhere: number[]
  /** Open boxes of which something is to be found out or decided first. */
  undecided: { line: number; text: string }[]
  /** Lines of open boxes beside as many of those: they may come to anything. */
  waiting: number[]
  /** Lines of open boxes that are about nothing but files that no task may write. */
  denied: number[]
  /** Its user story is still the template's. */
  isEmptyStory: boolean
  /** Something was printed by a template and left as it was. */
  templated: boolean
}

type Item = OutlineNode & { kind: 'item' }
type Fate =
  | 'read'
  | 'leftover'
  | 'reference'
  | 'box'
  | 'postponed'
  | 'elsewhere'
  | 'undecided'
  | 'waiting'
  | 'denied'
  | 'left_out'

/** `Free-threaded build (out of scope for now)`, `numpy 2.1 – blocked on #7`: what its author adds, not what is to be done. */
const postponed =
  /[([–—-] ?[*_]{0,3}(?:(?:out of scope|not in scope|won['’]t (?:do|fix)|blocked (?:on|by)|waiting (?:on|for) #)(?!\w)|(?:not now|not yet|postponed|deferred|later)[*_]{0,3}(?:[)\].,;]|$))/i

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
  const placed = placeParts(promoteTitles(labelPairs(joinWrapped(nodes))))
  const isForm = placed.some(({ part }) => ofForm.includes(part))
  const isReport = placed.some(({ part }) => part === 'report' || part === 'reproduction')
  const chosen = findChosenLists(placed, isForm)
  const reading: FormReading = {
    placed: [],
    nodes: [],
    references: [],
    boxes: [],
    postponed: [],
    elsewhere: [],
    undecided: [],
    waiting: [],
    denied: [],
    isEmptyStory: nodes.some((node) => node.kind === 'line' && isEmptyStory(node.text)),
    templated: false,
  }
  const denied = findDeniedBoxes(placed)
  const undecided = findUndecided(placed)
  // A line that names a task has below it what may look like anything.
  const isWhole = nodes.some((node) => node.kind === 'line' && splitLabel(node.text).id !== null)
  let inside = Infinity
  for (const [index, one] of placed.entries()) {
    const { node } = one
    if (node.kind === 'heading' || node.depth < inside || (node.kind === 'item' && node.depth === inside))
      inside = Infinity
    const fate =
      isWhole || inside < Infinity
        ? 'read'
        : denied.has(node)
          ? 'denied'
          : isHint(one, placed[index - 1]?.node)
            ? 'leftover'
            : (undecided.get(node) ?? judge(one, isForm, isReport, chosen))
    if (fate === 'read' && isTaskItem(one)) inside = node.depth
    noteFate(one, fate, reading)
  }
  return reading
}

/** What stands below it is its own. */
function isTaskItem({ node, part }: PlacedNode): boolean {
  if (node.kind !== 'item') return false
  return node.checked === false || part === 'tasks' || splitLabel(node.text).id !== null
}

function noteFate(one: PlacedNode, fate: Fate, reading: FormReading): void {
  const { node, part } = one
  switch (fate) {
    case 'read':
      reading.nodes.push(node)
      // What is ticked is done, whatever it says.
      if (node.kind === 'item' && node.checked === true && part !== 'expected') return
      reading.placed.push(isSilent(part) && node.kind === 'line' ? { ...one, part: 'other' } : one)
      return
    case 'leftover':
      if ((node.kind === 'line' || node.kind === 'item') && /\p{L}{3}/u.test(node.text)) reading.templated = true
      return
    case 'reference':
      reading.references.push(node.line)
      return
    case 'box':
      reading.boxes.push(node.line)
      return
    case 'postponed':
      reading.postponed.push(node.line)
      return
    case 'elsewhere':
      reading.elsewhere.push(node.line)
      return
    case 'undecided':
      if (node.kind === 'item') reading.undecided.push({ line: node.line, text: node.text })
      return
    case 'waiting':
      reading.waiting.push(node.line)
      return
    case 'denied':
      reading.denied.push(node.line)
      return
    case 'left_out':
      return
  }
}

function judge(
  { node, part, asked }: PlacedNode,
  isForm: boolean,
  isReport: boolean,
  chosen: ReadonlySet<OutlineNode>,
): Fate {
  switch (node.kind) {
    case 'heading':
      return 'read'
    case 'fence':
      return part === 'environment' ? 'left_out' : 'read'
    case 'line':
      return isLabel(node.text) ? 'read' : judgeText(node.text, part)
    case 'item':
      if (splitLabel(node.text).id !== null) return 'read'
      if (node.checked === false && postponed.test(node.text)) return 'postponed'
      if (node.checked === false && isDoneElsewhere(node.text)) return 'elsewhere'
      if (node.checked === null || part === 'expected' || part === 'tasks') return judgeItem(node, part)
      if (chosen.has(node)) return node.checked || isForm ? 'left_out' : 'box'
      return judgeBox(node, part, asked || isReport, isForm)
  }
}

/** `*What can be verified?*` right below a title: a template says it to whoever fills it in. */
function isHint({ node, part }: PlacedNode, above: OutlineNode | undefined): boolean {
  if (node.kind !== 'line' || above?.kind !== 'heading') return false
  if (part !== 'other' && /^([*_])(?![*_\s])[^*_]{20,300}\1$/.test(node.text)) return true
  return /^([*_])(?![*_\s])[^*_]{0,300}(?:[?？]|\b(?:if|you|your|this section|ideally)\b[^*_]{0,200})\1$/i.test(
    node.text,
  )
}

function isSilent(part: FormPart): boolean {
  return part === 'environment' || part === 'choices'
}

/** Somebody tells something where a form asks for a fact. */
function isSentence(text: string): boolean {
  return text.split(/\s+/).length > 4 && /[.!。！]$/.test(text)
}

function judgeText(text: string, part: FormPart): Fate {
  if (part === 'tasks') return isNothing(text) ? 'leftover' : 'read'
  if (isLeftover(text) || (part === 'expected' && isUnfinished(text))) return 'leftover'
  if (part === 'expected' && (isLinkLine(text) || isOnlyMended(text))) return 'left_out'
  if (part === 'promises' || (isSilent(part) && !isSentence(text))) return 'left_out'
  return isEnvironmentFact(text) ? 'left_out' : 'read'
}

/** An item without a box, or under a title that makes it what it is. */
function judgeItem({ text, checked }: Item, part: FormPart): Fate {
  if (part === 'expected' && isOnlyReference(text)) return 'reference'
  if (part === 'expected' && isSignOff(text)) return 'elsewhere'
  if (part === 'expected' && (isLinkLine(text) || isOnlyMended(text))) return 'left_out'
  if (part === 'expected') return isBareMark(text) || isUnfinished(text) ? 'leftover' : 'read'
  if (isOnlyReference(text)) return checked === null && part !== 'tasks' ? 'left_out' : 'reference'
  return judgeText(text, part)
}

/** `If you want to rebase this PR, check this box`: what is to be done speaks to nobody. */
const toReader =
  /\b(?:you|your|(?:check|tick|click)(?:ing)? (?:on )?this (?:check)?box|this (?:pr|pull request|checkbox))\b/i

function judgeBox({ text, checked }: Item, part: FormPart, asked: boolean, isForm: boolean): Fate {
  if (isNothing(text)) return 'leftover'
  if (isOnlyReference(text)) return 'reference'
  if (part === 'environment') return 'left_out'
  const left = checked === true ? 'left_out' : 'box'
  if (isPromise(text)) return isForm || /^(?:i|we|my|yes|我|私|はい|네)(?!\w)/iu.test(text) ? 'left_out' : left
  if (toReader.test(text) && !beginsChange(text)) return left
  if (part === 'promises') return !isForm && checked === false && beginsChange(text) ? 'read' : left
  if (part === 'choices' || (isForm && isChoice(text))) return isForm ? 'left_out' : left
  if (checked === true) return 'read'
  if (/[?？]$/.test(text)) return 'box'
  const isWork = (ofWork.includes(part) && !asked) || beginsChange(text) || findPathSpans(text).length > 0
  return isWork ? 'read' : 'box'
}

function isOnlyReference(text: string): boolean {
  const words = linkedWords(text)
  if (isOwnedReference(text) && !beginsChange(text)) return true
  return isReference(text) && (words === undefined || !beginsChange(words))
}

/** `...` and `'`, but not the code `'`. */
function isBareMark(text: string): boolean {
  return isUnfilled(text) || (!text.includes('`') && isLeftover(text))
}

/** `It is done when...`: what a template begins, and nobody went on with. */
function isUnfinished(text: string): boolean {
  return text.length <= 80 && /(?:\.\.\.|…)$/.test(text)
}
