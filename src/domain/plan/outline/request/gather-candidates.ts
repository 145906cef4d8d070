import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { splitSentences } from '../words/split-sentences.ts'
import { isSpecificTrouble, titleNamesWork } from './enough.ts'
import { gatherPassages } from './gather-passages.ts'
import { plainTitle } from './issue-title.ts'
import { countTelling, isPrinted } from './judge-sentence.ts'
import type { IssueRequest } from './read-request.ts'
import { isOrder, tellsState } from './tells-state.ts'

const most = 5
const longest = 300
/** A sentence that names less is no help. */
const ofSentence = 3
const ofTitle = 2
const courtesy =
  /\b(?:thanks|thank you|cheers|sorry|hi|hello|regards|appreciate|happy to|let me know)\b|^(?:hallo|bonjour|hola|olá|merci|danke|gracias|obrigad[oa])\b|[?？]$|^#\d+$/i

/** What its author did or saw. */
function isStory(text: string): boolean {
  return (
    /^(?:(?:yesterday|today|then|so|and|but|because|after that),? )?(?:(?:i|we) (?:\w+ly )?(?:\w+ed|was|were|had|have|am|went|did|got|saw|took|found|made|ran|use|looked|think)|i['’]|took me|my)\b/i.test(
      text,
    ) && !/\b(?:need|want|wish|would|should|must|expect|propose|suggest|like)\b/i.test(text)
  )
}

/** Title and sentences among which may be what must hold, where none of them says so for sure; in the order of the issue. */
export function gatherCandidates(
  title: string,
  form: FormReading,
  accepted: readonly StatedItem[],
  { isBug, isUnread, title: named }: IssueRequest,
): StatedItem[] {
  const plain = plainTitle(title)
  const isWrong =
    isBug && !isUnread && isSpecificTrouble(plain) && tellsState(plain) && !titleNamesWork(plain) && !isOrder(plain)
  const isTelling = countTelling(plain) >= ofTitle && !/[?？]$/.test(plain) && plain.length <= longest
  const first = isTelling ? [{ text: isWrong ? `No longer: ${plain}` : named, line: 1 }] : []
  const told = gatherPassages(form.placed)
    .filter(({ part }) => ['other', 'wanted', 'report', 'tasks', 'environment'].includes(part))
    .flatMap(({ text, line }) => (isPrinted(text) ? [] : splitSentences(text).map((one) => ({ text: one, line }))))
    .filter(({ text }) => text.length <= longest && !courtesy.test(text) && !isStory(text))
    .filter(({ text }) => countTelling(text) >= ofSentence)
  const seen = new Set(first.map(({ text }) => text))
  const items = [...accepted, ...told].filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, most)
  return [...first, ...items.toSorted((a, b) => a.line - b.line)]
}
