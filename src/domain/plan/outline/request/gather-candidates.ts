import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { splitSentences } from '../words/split-sentences.ts'
import { isSpecificTrouble, titleNamesWork } from './enough.ts'
import { gatherPassages, type Passage } from './gather-passages.ts'
import { plainTitle, noLonger } from './issue-title.ts'
import { asksForWork, saysThanks } from '../words/find-reason-to-decline.ts'
import {
  countTelling,
  givesOrder,
  isPrinted,
  saysExpectation,
  saysLack,
  saysTrouble,
  tellsToil,
} from './judge-sentence.ts'
import { isStory } from './is-story.ts'
import type { IssueRequest } from './read-request.ts'
import { isOrder, tellsState } from './tells-state.ts'

const most = 5
const longest = 300
/** A sentence that names less is no help. */
const ofSentence = 3
const ofTitle = 2
const courtesy =
  /\b(?:thanks|thank you|cheers|sorry|hi|hello|regards|appreciate|happy to|let me know)\b|^(?:hallo|bonjour|hola|olá|merci|danke|gracias|obrigad[oa])\b|^#\d+$/i

/** It says what should be, what to do or what is wrong; or tells how something is, beyond what its author has installed. */
function saysOfWork({ text, isItem }: Pick<Passage, 'text' | 'isItem'>): boolean {
  if (/[?？]\W{0,5}$/.test(text)) return asksForWork(text)
  if (saysExpectation(text) || givesOrder(text) || saysTrouble(text) || saysLack(text) || /\bneeds? \w/i.test(text))
    return true
  return !isItem && tellsState(text) && !/\bv?\d+\.\d+/.test(text)
}

/** Title and sentences among which may be what must hold, where none of them says so for sure; in the order of the issue. */
export function gatherCandidates(
  title: string,
  form: FormReading,
  accepted: readonly StatedItem[],
  { isBug, isUnread, title: named }: IssueRequest,
): StatedItem[] {
  const plain = plainTitle(title)
  const isTrouble = (isBug && isSpecificTrouble(plain)) || saysLack(plain)
  const isWrong =
    !isUnread && isTrouble && tellsState(plain) && !titleNamesWork(plain) && !isOrder(plain) && !saysExpectation(plain)
  const isTelling = countTelling(plain) >= ofTitle && !/[?？]$/.test(plain) && plain.length <= longest
  const first = isTelling ? [{ text: isWrong ? noLonger(plain) : named, line: 1 }] : []
  const told = gatherPassages(form.placed)
    .filter(({ part }) => ['other', 'wanted', 'report', 'tasks', 'environment'].includes(part))
    .flatMap(({ text, line, isItem }) =>
      isPrinted(text) ? [] : splitSentences(text).map((one) => ({ text: one, line, isItem })),
    )
    .filter(
      ({ text }) =>
        text.length <= longest && !/[:：]-?$/.test(text) && !courtesy.test(text) && !saysThanks(text) && !isStory(text),
    )
    .filter(({ text }) => !tellsToil(text))
    .filter((one) => countTelling(one.text) >= ofSentence && (isUnread || saysOfWork(one)))
    .map(({ text, line }) => ({ text, line }))
  const seen = new Set(first.map(({ text }) => text))
  const items = [...accepted.filter(({ text }) => countTelling(text) > 0), ...told]
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, most)
  return [...first, ...items.toSorted((a, b) => a.line - b.line)]
}
