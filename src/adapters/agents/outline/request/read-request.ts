import { judgeStatement } from '../../../../domain/planning/judge-statement.ts'
import { namesWork } from '../find-reason-to-decline.ts'
import type { FormPart } from '../form/form-part.ts'
import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../task-outline.ts'
import { gatherPassages, type Passage } from './gather-passages.ts'
import { issueKind, plainTitle } from './issue-title.ts'
import { countTelling, givesOrder, saysExpectation, saysTrouble } from './judge-sentence.ts'
import { splitSentences } from './split-sentences.ts'

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
  /** A form or template asked for what happened. */
  isReport: boolean
  /** What is wanted or expected stands where a form asks for it. */
  inForm: boolean
  /** Nobody could tell of what is stated that it is so. */
  isVague: boolean
}

const mostStated = 10
const errorLine = /^(?:\w+\.)*\w*(?:Error|Exception)\b: ?\S.*|^.*panicked at .*/m
const ofReport: readonly FormPart[] = ['other', 'report']
/** From so many telling words on, what is wrong or to be done is something in particular. */
const enoughOfTrouble = 3
const enoughOfWork = 2
/** To fix, improve or update may be anything: more must be said. */
const wideVerbs =
  /^\W*(?:please )?(?:fix|improve|update|refactor|clean|optimi[sz]e|enhance|handle|polish|simplify|modernize|rework|restructure)\b|^(?:修复|改进|优化|完善|更新|重构|调整)/i

/** `accepted` are the items under "Acceptance" and "Expected behavior". */
export function readRequest(title: string, form: FormReading, accepted: readonly StatedItem[]): IssueRequest {
  const passages = gatherPassages(form.placed)
  const isBug = tellsOfBug(title, form, passages)
  const stated = accepted.length > 0 ? [] : findStated(passages)
  const known = [...accepted, ...stated]
  const plain = plainTitle(title)
  const vague = known.length > 0 && known.every(({ text }) => !judgeStatement(text).concrete)
  const wrong = isBug && (known.length === 0 || vague) ? findWrong(title, form, passages) : undefined
  return {
    title: nameRequest(title, wrong, known),
    isBug,
    stated,
    derived: wrong === undefined ? [] : [{ text: `No longer: ${wrong.text}`, line: wrong.line }],
    isReport: form.placed.some(({ part }) => part === 'report' || part === 'reproduction'),
    inForm:
      accepted.length > 0 ||
      passages.some(({ part, line }) => part === 'wanted' && stated.some((one) => one.line === line)),
    isVague: vague && wrong === undefined,
    byTitle: (namesWork(plain) && saysEnoughOfWork(plain, passages)) || (!isBug && isWishedFor(plain, passages)),
  }
}

function tellsOfBug(title: string, form: FormReading, passages: readonly Passage[]): boolean {
  const kind = issueKind(title)
  if (kind === 'bug') return true
  if (kind !== 'other' || namesWork(plainTitle(title))) return false
  const parts = new Set(form.placed.map(({ part }) => part))
  if (parts.has('reproduction') || (parts.has('report') && !parts.has('wanted'))) return true
  if (saysTrouble(title) || findError(form) !== undefined) return true
  return passages.some(({ text, part }) => part !== 'context' && splitSentences(text).some((one) => saysTrouble(one)))
}

/** Under a title that asks what is wanted, all that stands there; elsewhere the sentences that say what should be. */
function findStated(passages: readonly Passage[]): StatedItem[] {
  const wanted = passages
    .filter(({ part }) => part === 'wanted' || part === 'tasks')
    .flatMap((one, index, all) => readWanted(one, all[index + 1]))
  if (wanted.length > 0) return wanted.slice(0, mostStated)
  const told = passages.filter(({ part }) => ofReport.includes(part)).flatMap((one) => readExpected(one))
  const around = passages.filter(({ part }) => part === 'context')
  return (told.length > 0 ? told : around.flatMap((one) => readExpected(one))).slice(0, mostStated)
}

function readWanted({ text, line, shown }: Passage, next: Passage | undefined): StatedItem[] {
  if (/[:：]$/.test(text)) {
    if (shown !== '') return [{ text: `${text} ${shown}`, line }]
    return next?.isItem === true ? [] : readSentences(text, line)
  }
  return readSentences(text, line)
}

/** A passage as one criterion, without the questions and thanks in it. */
function readSentences(text: string, line: number): StatedItem[] {
  const kept = splitSentences(text).filter((sentence) => !/[?？]$/.test(sentence) && countTelling(sentence) > 0)
  return kept.length === 0 ? [] : [{ text: kept.join(' '), line }]
}

function readExpected({ text, line, shown, part, isItem }: Passage): StatedItem[] {
  const mayOrder = part === 'other' && !isItem
  const sentences = splitSentences(text)
  return sentences.flatMap((sentence, index) => {
    if (!saysExpectation(sentence) && !(mayOrder && givesOrder(sentence))) return []
    const announces = index === sentences.length - 1 && shown !== ''
    if (!announces && countTelling(sentence) === 0) return []
    return [{ text: announces ? `${sentence} ${shown}` : sentence, line }]
  })
}

/** What is wrong: the title, where it says so in particular, else the first sentence of the report that does. */
function findWrong(title: string, form: FormReading, passages: readonly Passage[]): StatedItem | undefined {
  const plain = stateOf(plainTitle(title))
  if (!/[?？]$/.test(plain) && countTelling(plain) >= enoughOfTrouble) return { text: plain, line: 1 }
  const told = passages.filter(({ part }) => part === 'report' || part === 'other')
  const sentences = told.flatMap(({ text, line }) =>
    splitSentences(text).map((sentence) => ({ text: stateOf(sentence), line })),
  )
  const specific = sentences.filter(({ text }) => !/[?？]$/.test(text) && countTelling(text) >= enoughOfTrouble)
  return specific.find(({ text }) => saysTrouble(text)) ?? specific[0] ?? findError(form)
}

/** The message of the first error that is shown. */
function findError({ placed }: FormReading): StatedItem | undefined {
  for (const { node } of placed) {
    const error = node.kind === 'fence' ? errorLine.exec(node.content.slice(0, 5_000))?.[0].trim() : undefined
    if (error !== undefined) return { text: error.slice(0, 200), line: node.line }
  }
  return undefined
}

/** `Dark theme`, where the text says no more than that it would be nice to have. */
function isWishedFor(title: string, passages: readonly Passage[]): boolean {
  return (
    countTelling(title) >= enoughOfWork &&
    passages.some(({ text }) =>
      splitSentences(text).some((sentence) => saysExpectation(sentence) && countTelling(sentence) === 0),
    )
  )
}

/** `Why does x crash on y?` tells that x does crash. */
function stateOf(sentence: string): string {
  const told = sentence.replace(/^why (?:does|do|is|are|did|was|were)\s+|^(?:为什么|为何)/i, '')
  const plain = told === sentence ? sentence : told.replace(/[?？]+$/, '')
  return plain
    .replace(/^(?:docs?|fix|feat|bug|perf|chore|refactor|tests?|ci|build|style)(?:\([^()]{1,40}\))?!?:\s*/i, '')
    .replace(/^(?:hi|hello|hey)[^,.!]{0,20}[,.!]\s*/i, '')
    .replace(/[.!。！]+$/, '')
    .trim()
}

function saysEnoughOfWork(title: string, passages: readonly Passage[]): boolean {
  const told = passages
    .filter(({ part }) => part !== 'reproduction')
    .slice(0, 20)
    .map(({ text }) => countTelling(text))
  const telling = countTelling(title) + told.reduce((sum, each) => sum + each, 0)
  return telling >= (wideVerbs.test(title) ? enoughOfTrouble : enoughOfWork)
}

/** The issue's title, unless it names nothing: then what is wrong or wanted. */
function nameRequest(title: string, wrong: StatedItem | undefined, known: readonly StatedItem[]): string {
  const plain = plainTitle(title)
  if (countTelling(plain) > 0) return plain
  const text = wrong?.text ?? known[0]?.text ?? title
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
