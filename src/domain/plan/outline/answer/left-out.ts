import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { tellsBenefit } from '../request/stated/beside-wanted.ts'
import { gatherPassages } from '../request/gather-passages.ts'
import { isStory } from '../request/is-story.ts'
import { isOfTitle } from '../request/issue-title.ts'
import { withoutGone } from '../request/no-longer.ts'
import { countTelling } from '../request/sentences/count-telling.ts'
import { isPrinted, isStepOfUser, isToReviewer, saysLack, saysTrouble } from '../request/judge-sentence.ts'
import { withoutWishing } from '../request/sentences/without-wishing.ts'
import type { IssueRequest } from '../request/read-request.ts'
import { isCodeLine } from '../request/traces/is-code-line.ts'
import { isCourtesy, type Understood } from '../request/understand.ts'
import { withoutLinks } from '../../../text/without-emphasis.ts'
import { isQuestion, saysThanks } from '../words/find-reason-to-decline.ts'
import { splitSentences } from '../words/split-sentences.ts'

const most = 8
/** What comes besides, by its first word. */
const adds = /^(?:also|additionally|another|furthermore|moreover|in addition|besides|or|alternatively|secondly)\b/i
const longest = 500
/** A sentence that names less adds nothing. */
const ofTelling = 3
/** An item of a list, or what is asked, says enough with less. */
const ofShort = 2
/** How many of its words stand in what is read already. */
const ofSaid = 0.7

const ofToday =
  /\b(?:currently|right now|at the moment|as of today|so far|as far as|you (?:need|have|must))\b|^(?:sometimes|often|now|i|i['’]m|we['’]re|we are|my)\b/i

/** Beside what an issue was taken to ask for, what it may ask for as well: it is shown, so that nothing vanishes unnoticed. */
export function findLeftOut(
  title: string,
  form: FormReading,
  request: IssueRequest,
  { wanted, wrong, told }: Understood,
  said: readonly StatedItem[],
): StatedItem[] {
  const known = new Set([title, ...said.map(({ text }) => text)].flatMap((text) => wordsOf(text)))
  const besides = request.isBug ? [] : [...findShown(form), ...findDescribing(form, said), ...findAskedFor(form)]
  const sentences = findTold(form, request.isBug)
  // Where the title alone is taken, all that the text tells may be part of it.
  const isByTitle = said.every(({ text }) => isOfTitle(withoutGone(text), title))
  const rest = isByTitle ? [...told, ...sentences] : sentences.filter(({ text }) => mayAdd(text, request.isBug))
  return [...wanted, ...wrong, ...sentences.filter(({ text }) => adds.test(text)), ...besides, ...rest]
    .filter(({ text }) => !isOfTitle(text, title) && !toReaders.test(text) && !isKnown(withoutLinks(text), known))
    .filter((one, index, others) => !others.slice(0, index).some((other) => says(other, one)))
    .slice(0, most)
    .toSorted((a, b) => a.line - b.line)
}

/** `See: https://…`, a picture. */
const pointsElsewhere =
  /^(?:(?:see|source|refs?|references?|links?|via|from|docs?)\b[^.]{0,20}https?:|!\[|https?:\/\/\S+$)/i

/** What comes of a wish, and how it is before it is fulfilled, says nothing more of it. */
function mayAdd(text: string, isBug: boolean): boolean {
  return !tellsBenefit(text) && !pointsElsewhere.test(text) && (isBug || !ofToday.test(text))
}

/** It stands on the same line and says as much. */
function says(other: StatedItem, { text, line }: StatedItem): boolean {
  return other.text === text || (other.line === line && isKnown(text, new Set(wordsOf(other.text))))
}

/** All sentences and points that are no thanks, no step and no output. */
export function findTold({ placed }: FormReading, isBug: boolean): StatedItem[] {
  return gatherPassages(placed)
    .filter(({ part, text }) => (part === 'other' || part === 'wanted' || part === 'report') && !isPrinted(text))
    .flatMap(({ text, line, isItem }) => splitSentences(text).map((sentence) => ({ text: sentence, line, isItem })))
    .filter(({ text, isItem }) => countTelling(text) >= (isItem || isQuestion(text) ? ofShort : ofTelling))
    .filter(({ text }) => text.length <= longest)
    .filter(({ text }) => !saysThanks(text) && !isCodeLine(text) && !/[:：]-?$/.test(text))
    .filter(({ text }) => !isCourtesy(text) && !isToReviewer(text) && !(isBug && isStepOfUser(text)))
    .map(({ text, line }) => ({ text, line }))
}

/** What stands in the same paragraph as a wish describes it. */
function findDescribing({ placed }: FormReading, said: readonly StatedItem[]): StatedItem[] {
  return gatherPassages(placed)
    .filter((one) => said.some(({ line }) => line === one.line))
    .flatMap(({ text, line }) => splitSentences(text).map((sentence) => ({ text: withoutWishing(sentence), line })))
    .filter(({ text }) => text.length <= longest && countTelling(text) >= ofTelling && describes(text))
}

/** `If you would like a test case, …`, `What went wrong? (Firefox)`: said to people, and asked by a form. */
const toReaders =
  /^(?:please )?(?:find|see) (?:the )?attached\b|^(?:if|in case) (?:you|anyone|needed|necessary)\b|\b(?:happy to|let me know|contribut\w+|send (?:a )?pr|(?:open|submit) (?:a )?(?:pr|pull request))\b|[?？]\s*\([^()]*\)$/i

function describes(text: string): boolean {
  if (toReaders.test(text)) return false
  const isNone = isQuestion(text) || saysThanks(text) || isStory(text) || ofToday.test(text) || tellsBenefit(text)
  return !isNone && !saysTrouble(text) && !saysLack(text) && !isPrinted(text) && !isCodeLine(text)
}

/** `Is there a way to sort it?`: it may be wanted, too. */
const asksPossible =
  /\b(?:is there (?:a|any) way|(?:is it|would it be) possible|any (?:way|chance)) (?:to|that|for)\b.*[?？]$/i

function findAskedFor({ placed }: FormReading): StatedItem[] {
  return gatherPassages(placed)
    .filter(({ part }) => part === 'other' || part === 'wanted')
    .flatMap(({ text, line }) => splitSentences(text).map((sentence) => ({ text: sentence, line })))
    .filter(({ text }) => text.length <= longest && asksPossible.test(text) && countTelling(text) >= ofTelling)
}

/** `It can be overridden like this:`, above code. */
function findShown({ placed }: FormReading): StatedItem[] {
  return gatherPassages(placed)
    .filter(({ part, shown }) => shown !== '' && (part === 'other' || part === 'wanted'))
    .map(({ text, shown, line }) => ({ text: `${splitSentences(text).at(-1) ?? ''} ${shown}`.slice(0, longest), line }))
}

const ofCourtesy = new Set(['can', 'could', 'would', 'you', 'please', 'the', 'should', 'nice', 'possible'])

function isKnown(text: string, known: ReadonlySet<string>): boolean {
  const words = wordsOf(text)
  return words.filter((word) => known.has(word)).length >= words.length * ofSaid
}

function wordsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .slice(0, 1_000)
        .toLowerCase()
        .match(/\p{Script=Han}|[\p{L}\p{N}_]{3,}/gu) ?? [],
    ),
  ].filter((word) => !ofCourtesy.has(word))
}
