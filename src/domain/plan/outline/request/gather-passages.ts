import type { FormPart } from '../form/form-part.ts'
import type { PlacedNode } from '../form/place-parts.ts'
import { isLabel } from '../words/section-titles.ts'
import { countTelling } from './sentences/count-telling.ts'
import { saysExpectation } from './judge-sentence.ts'
import { showCode } from '../words/show-code.ts'

/** A paragraph or an item of an issue, and where it stands. */
export interface Passage {
  part: FormPart
  line: number
  text: string
  isItem: boolean
  /** An item without a box: with one it is work, or done. */
  isPlain: boolean
  /** What was shown right below it, in code. */
  shown: string
}

/** What an issue says, passage by passage: wrapped lines are joined, and a code block belongs to what announces it (`:`). */
export function gatherPassages(placed: readonly PlacedNode[]): Passage[] {
  const passages: Passage[] = []
  let end = 0
  for (const { node, part } of placed) {
    const last = passages.at(-1)
    if (node.kind === 'fence') {
      const shown = showCode(node.content)
      if (last !== undefined && /[:：]$/.test(last.text) && last.part === part) last.shown ||= shown
      else if (part === 'wanted' && last?.part !== part && shown !== '')
        passages.push({ part, line: node.line, text: 'As shown:', isItem: false, isPlain: false, shown })
      continue
    }
    if (node.kind === 'heading' && (part !== 'other' || !saysWish(node.text))) continue
    if (node.kind === 'line' && (isLabel(node.text) || isBeside(node.text))) continue
    const isNext = last !== undefined && node.kind === 'line' && node.line === end + 1
    const isBelow = last !== undefined && node.kind === 'line' && node.line <= end + 2
    if (isBelow && last.part === part && last.shown === '' && announces.test(last.text) && isShown(node.text))
      last.shown = node.text
    else if (isNext && goesOn(last, node.text, part)) last.text = `${last.text} ${node.text}`
    else
      passages.push({
        part,
        line: node.line,
        text: node.text,
        isItem: node.kind === 'item',
        isPlain: node.kind === 'item' && node.checked === null,
        shown: '',
      })
    end = node.line
  }
  return passages
}

/** `## Admins should be able to export users`: a sentence that was made a title. */
function saysWish(title: string): boolean {
  if (/[:：?？]$/.test(title)) return false
  return (saysExpectation(title) && countTelling(title) > 2) || (title.length > 60 && !/^[\p{ASCII}]*$/u.test(title))
}

/** `<sub>These values reflect the state at …</sub>`, pictures, and what stands in parentheses by itself. */
function isBeside(text: string): boolean {
  return (
    /^<(su[bp]|small)>.*<\/\1>$/i.test(text) ||
    /^(?:!\[[^\]]{0,300}\]\([^)]{0,500}\)\s*|<img\b[^>]{0,500}>\s*)+$/i.test(text) ||
    /^\([^()]{1,500}\)[.!]?$/.test(text)
  )
}

const announces = /[:：]$|\bfollowing\b[^.!?]{0,40}$/i

/** A line of nothing but code or a link: what the line above announces (`ex:`). */
function isShown(text: string): boolean {
  return /^(?:`[^`]+`[\s,.;]*)+$|^https?:\/\/\S+$/.test(text)
}

function goesOn(last: Passage, text: string, part: FormPart): boolean {
  return (
    last.part === part && last.text.length < 2_000 && !/[.!?:。！？：]$/.test(last.text) && /^[\p{Ll}`(]/u.test(text)
  )
}
