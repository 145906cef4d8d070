import { judgeStatement } from '../../score/judge-statement.ts'
import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { coverWhole } from '../draft/cover-whole.ts'
import { namesThing, saysEnoughOfWork, saysOutcome, titleNamesWork } from './enough.ts'
import { findStated } from './find-stated.ts'
import { findWrong, isReport, tellsOfBug } from './find-wrong.ts'
import { gatherPassages, type Passage } from './gather-passages.ts'
import { issueKind, namesWish, plainTitle } from './issue-title.ts'
import { isToBeGone, noLonger, tellValues } from './no-longer.ts'
import { countTelling, namesParticular } from './sentences/count-telling.ts'
import { givesOrder, saysExpectation, saysTrouble } from './judge-sentence.ts'
import { withoutWishing } from './sentences/without-wishing.ts'
import { sharesWords, tellsState } from './tells-state.ts'
import { isUnreadLanguage } from '../words/is-unread-language.ts'
import { isBareValue, isDoubt } from './is-checkable.ts'
import { asksForTelling, asksForWork, isQuestion } from '../words/find-reason-to-decline.ts'
import { splitSentences } from '../words/split-sentences.ts'

/** What an issue that names no task asks for. */
export interface IssueRequest {
  title: string
  /** It tells of something broken. */
  isBug: boolean
  /** What should be so when it is done, in the issue's words. */
  stated: StatedItem[]
  /** What must be so no longer, where nobody said what should be. */
  derived: StatedItem[]
  /** The title says by itself what to do. */
  byTitle: boolean
  /** What the title names is wished for. */
  isWish: boolean
  /** A form or template asked for what happened. */
  isReport: boolean
  /** What is wanted or expected stands where a form asks for it. */
  inForm: boolean
  /** Its text asks something of its readers. */
  isAsking: boolean
  /** Its words are of a language that is not read. */
  isUnread: boolean
  /** Nobody could tell of what is stated that it is so. */
  isVague: boolean
}

/** `accepted` are the items under "Acceptance" and "Expected behavior". */
export function readRequest(title: string, form: FormReading, accepted: readonly StatedItem[]): IssueRequest {
  const passages = gatherPassages(form.placed)
  const isUnread = isUnreadLanguage([title, ...passages.map(({ text }) => withoutFormQuestions(text))].join(' '))
  const isBug = tellsOfBug(title, form, passages)
  const plain = plainTitle(title)
  const read = accepted.length > 0 ? [] : findStated(passages, isBug || isReport(form))
  // Where a bug is told of, what only tells how it is says nothing of what should be.
  const found = isBug && saysTrouble(plain) && read.every(({ doubt }) => doubt === 'told') ? [] : read
  // `mean should always be float`: what stands below such a title is what happens instead.
  const titled =
    found.length === 0 &&
    accepted.length === 0 &&
    saysExpectation(plain) &&
    namesThing(plain) &&
    judgeStatement(plain).concrete
  const told = withoutStray(found, plain, isBug && !isUnread ? findWrong(title, form, passages) : undefined).filter(
    ({ text }) =>
      text.replace(/\.$/, '').toLowerCase() !== plain.toLowerCase() || titleNamesWork(plain) || tellsState(plain),
  )
  const heard = titled || isOnlyWhy(told, plain) ? [{ text: withoutWishing(plain), line: 1 }] : told
  const known = [...accepted.filter((one) => !isDoubt(one)), ...heard]
  // That all tests pass says of a bug no more than that it is mended.
  const vague =
    known.length > 0 &&
    known.every(
      ({ text }) =>
        !judgeStatement(text).concrete || isBareValue(text) || (isBug && coverWhole(text, true) !== undefined),
    )
  // What is told in words that are not read may be anything.
  const wrong = isBug && !isUnread && (known.length === 0 || vague) ? findWrong(title, form, passages) : undefined
  const inForm =
    accepted.length > 0 || passages.some((one) => one.part === 'wanted' && heard.some(({ line }) => line === one.line))
  const isWish = !isBug && isWishedFor(plain, passages)
  return {
    title: nameRequest(title, wrong, known),
    isBug,
    stated:
      vague && wrong !== undefined
        ? heard.filter(({ text }) => isBareValue(text))
        : withTitle(plain, heard, isBug || inForm),
    derived:
      wrong === undefined
        ? []
        : [{ ...wrong, text: noLonger(wrong.line === 1 ? tellValues(wrong.text, passages) : wrong.text) }],
    byTitle:
      (saysExpectation(plain) && namesThing(plain)) ||
      (namesWish(plain) && saysOutcome(plain)) ||
      ((titleNamesWork(plain) || (issueKind(title) === 'feature' && namesThing(plain))) &&
        saysEnoughOfWork(plain, passages)) ||
      (isWish && saysOutcome(plain)),
    isWish,
    isAsking: passages.some(({ text }) => splitSentences(text).some((one) => asksReaders(one))),
    isUnread,
    isReport: isReport(form),
    inForm,
    isVague: wrong === undefined && known.length > 0 && known.every(({ text }) => !judgeStatement(text).concrete),
  }
}

/** A form asks in English, whatever its author answers in. */
function withoutFormQuestions(text: string): string {
  if (text.startsWith('|')) return ''
  return splitSentences(text)
    .filter((sentence) => !/[?]$/.test(sentence) || isUnreadLanguage(sentence))
    .join(' ')
}

/** Where the title tells what is wrong, what should or must be is about that, or about something else that its author tells. */
function withoutStray(found: StatedItem[], title: string, wrong: StatedItem | undefined): StatedItem[] {
  if (wrong === undefined || wrong.line !== 1 || wrong.doubt !== undefined) return found
  const isOfIt = ({ text }: StatedItem): boolean =>
    expecting.test(text) || namesQuoted.test(text) || sharesWords(text, title)
  return found.filter((one) => isOfIt(one))
}

/** `It should be "daemon"`. */
const namesQuoted = /`|"[^"\n]{1,80}"|“[^”\n]{1,80}”|「/

const expecting =
  /\bexpect|\binstead\b|^(?:please|no longer|ideally|so|then|but|and|it|this|they|these|there)\b|期望|预期|希望|期待|erwart/i

/** Below a title that orders something in particular stands why, where none of it says what should be. */
function isOnlyWhy(told: readonly StatedItem[], title: string): boolean {
  if (told.length === 0 || !titleNamesWork(title) || !namesParticular(title)) return false
  return told.every(
    ({ text }) => !isToBeGone(text) && !saysExpectation(text) && !givesOrder(text) && tellsPast.test(text),
  )
}

const tellsPast =
  /\b(?:was|were|has been|have been|had|currently|does not|doesn['’]t|is not|isn['’]t|are not|aren['’]t)\b/i

const ofTitle = 3

/** It is wanted besides. */
const adds = /^(?:also|additionally|further ?more|moreover|in addition|besides|edit:|another)\b/i

/** `Upgrade vue to 3.5`, above a text that says what is to be done besides. */
function withTitle(written: string, heard: StatedItem[], isToldApart: boolean): StatedItem[] {
  if (isToldApart || heard.length === 0) return heard
  const title = withoutWishing(written)
  if (heard.some(({ text }) => text === title)) return heard
  const isWished = saysExpectation(written) && namesThing(title) && judgeStatement(title).concrete
  if (isWished) return [{ text: title, line: 1 }, ...heard]
  if (titleNamesWork(title) && heard.every(({ text }) => adds.test(text))) return [{ text: title, line: 1 }, ...heard]
  if (!titleNamesWork(title) || !saysOutcome(title)) return heard
  const repeated = heard.filter(({ text }) => givesOrder(text) && sharesWords(text, title))
  // `Create an import`, below `Import a spreadsheet into objects`, says less.
  const isLess = repeated.every(({ text }) => countTelling(text) < Math.min(ofTitle, countTelling(title)))
  if (repeated.length > 0 && !isLess) return heard
  return [{ text: title, line: 1 }, ...heard.filter((one) => !repeated.includes(one))]
}

const rhetorical =
  /\b(?:did i miss|am i missing|what do you think|thoughts|wdyt|make(?:s)? sense|opinions?|how about|why not|sounds? good)\b/i

/** A question that waits for an answer, before anybody could know what to do. */
function asksReaders(sentence: string): boolean {
  return asksForTelling(sentence) || (isQuestion(sentence) && !rhetorical.test(sentence) && !asksForWork(sentence))
}

/** `It would be great if that functionality could be added.` */
const pointsAtTitle =
  /\b(?:this|that|such an?|the) (?:functionality|feature|option|support|possibility|ability)\b.{0,20}\b(?:added|implemented|supported|included|available|possible|introduced)\b|\b(?:add|implement|support|include) (?:this|that|such(?: an?)?|the) (?:functionality|feature|option|support|possibility|ability)\b/i

/** `Dark theme`, where the text says no more than that it would be nice to have. */
function isWishedFor(title: string, passages: readonly Passage[]): boolean {
  const sentences = passages.flatMap(({ text }) => splitSentences(text))
  return (
    namesThing(title) &&
    sentences.some(
      (sentence) => saysExpectation(sentence) && (countTelling(sentence) === 0 || pointsAtTitle.test(sentence)),
    )
  )
}

/** The issue's title, unless it names nothing: then what is wrong or wanted. */
function nameRequest(title: string, wrong: StatedItem | undefined, known: readonly StatedItem[]): string {
  const plain = plainTitle(title)
  if (countTelling(plain) > 0) return plain
  const text = wrong?.text ?? known[0]?.text ?? title
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
