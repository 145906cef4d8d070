import type { FormReading } from '../form/read-form.ts'
import type { StatedItem } from '../read/task-outline.ts'
import { isNoOpinion, isSpecificTrouble, titleNamesWork } from './enough.ts'
import type { Passage } from './gather-passages.ts'
import { findStatedCriterion } from '../read/read-criterion.ts'
import { issueKind, namesWish, plainTitle } from './issue-title.ts'
import { isMarkup, saysTrouble } from './judge-sentence.ts'
import { withoutScene } from './no-longer.ts'
import { countTelling } from './sentences/count-telling.ts'
import { isOrder, sharesWords, tellsState } from './tells-state.ts'
import { isBareError } from './doubts/bare-error.ts'
import { findErrorLine, withoutRun } from './traces/find-error-line.ts'
import { splitSentences } from '../words/split-sentences.ts'

/** `Daylight saving bug` names a report; what happens it doesn't tell. */
const reportNames = /\b(?:bugs?|regressions?|tracebacks?|stack ?traces?|steps to reproduce|expected|actual(?:ly)?)\b/gi

/** A condition, another issue, steps in a row, or when it happens and not what. */
const noState =
  /^(?!.*\b(?:but|except)\b).*\bworks? (?:correctly|fine|well|perfectly|as expected)\b|^if\b|^(?:as such|thus|so|then|this way|that way|therefore|hence),? (?:we|you|it|users?) (?:can|could|will)\b|\b(?:claims?|documents|guarantees?|believe) (?:that )?|^(?:the |a |one )?work ?arounds?\b|^(?:i|we)(?:['’]d| would)? (?:want|need|wish|like|love|plan) to\b|\bi(?:['’]m| am) (?:requesting|asking for|suggesting|proposing)\b|^(?:running|using|trying|playing|working)\b[^,]{1,60} (?:and|but) (?:have|had|am|was|i|we|it)\b|^(?:i |we )?(?:['’]ve |have )?(?:already |also )?tried\b|^试[了过]|^尝试|^(?:other|another|also|additionally)\b|\bsame (?:issue|problem|bug)\b|^you (?:may|can|should|must|need|have)\b|#\d|\b1[.)]\s.*\b2[.)]\s|^(?:this|it|that) (?:only |also |always |just |sometimes )?(?:happens|happened|occurs|occurred|started|began|starts|begins|appears|appeared)\b/i
/** `Tests: reconsider the panic`: behind an area stands what is to be done. */
const ofArea =
  /^[^:]{1,40}: (?:re-?consider|consider|re-?think|re-?visit|evaluate|investigate|discuss|document|describe)\b/i
/** What is longer is a text that was put into the title. */
const longestTitle = 180
/** `Barcodes won't scan`, above a text that tells more of it. */
const ofShortTitle = 2
/** Nobody says yes to the half of an error; a longer one is asked about. */
const longestError = 200

/** `Connection drops on macOS`: its verb tells what happens. */
export const happens =
  /^(?!\w+ing\b)(?:\S+ ){1,4}(?:produces|generates|creates|causes|drops?|disconnects?|disappears?|reappears?|hangs?|freezes?|flickers?|jumps?|overlaps?|resets?|restarts?|stops?|leaks?|loses?|ignores?|returns?|shows?|renders?|displays?|appears?|happens|gets|stays|keeps?|goes|takes|uses|repeats?)\b/i

/** A form or template asked for what happened. */
export function isReport({ placed }: FormReading): boolean {
  return placed.some(({ part }) => part === 'report' || part === 'reproduction')
}

/** The issue tells of something broken. */
export function tellsOfBug(title: string, form: FormReading, passages: readonly Passage[]): boolean {
  const kind = issueKind(title)
  if (kind === 'bug') return true
  if (kind !== 'other' || namesWish(title) || titleNamesWork(plainTitle(title))) return false
  const parts = new Set(form.placed.map(({ part }) => part))
  if (parts.has('reproduction') || (parts.has('report') && !parts.has('wanted'))) return true
  if (saysTrouble(title) || findError(form) !== undefined) return true
  return passages.some(({ text, part }) => part !== 'context' && splitSentences(text).some((one) => saysTrouble(one)))
}

/**
 * What is wrong: the title, where it says so in particular, else the first sentence that does. Only where something
 * else says that it is a bug may words of trouble be missing, and then something must be told to happen: of a heading
 * ("Meeting notes") nobody could say that it is so no longer.
 */
export function findWrong(title: string, form: FormReading, passages: readonly Passage[]): StatedItem | undefined {
  const plain = stateOf(firstTrouble(plainTitle(title)))
  const titled =
    !isOrder(plain) && !namesActivity(plain) && !ofArea.test(plain) && saysTrouble(plain.replaceAll(reportNames, ' '))
  const known = isReport(form) || issueKind(title) === 'bug' || titled
  // `Need a fix of the player`
  const isNeed = /^(?:needs?|wants?|request|please|requires?)\b/i.test(plain)
  const isOne = !isNeed && plain.length <= longestTitle && splitSentences(plain).length === 1
  // `Exporting plots when using the widget` names what was done.
  const isTold =
    (tellsState(plain) && !/^\w+ing\b/i.test(plain)) || (issueKind(title) === 'bug' && / \w{2,}ing /i.test(plain))
  if (
    isOne &&
    !isOrder(plain) &&
    !titleNamesWork(plainTitle(title)) &&
    isSpecificTrouble(plain) &&
    (titled || (known && (isTold || (issueKind(title) === 'bug' && happens.test(plain)))))
  )
    return { text: plain, line: 1, ...(isBareError(plain, form) ? { doubt: 'bare' as const } : {}) }
  const specific = passages
    .filter(
      ({ part, text }) =>
        (part === 'report' || part === 'other') && !isMarkup(text) && findStatedCriterion(text) === undefined,
    )
    .flatMap((one) =>
      splitSentences(one.text)
        .filter((sentence) => !noState.test(sentence))
        .map((sentence) => ({ ...one, text: stateOf(withShown(sentence, one)) })),
    )
    .filter(({ text }) => isSpecificTrouble(text) && !noState.test(text))
  const trouble = specific.filter(({ text }) => saysTrouble(text))
  // Where neither form nor title tells of a bug, many things may be wrong, and the issue be about none of them.
  const told = known ? trouble[0] : trouble.find(({ text, isItem }) => !isItem && sharesWords(text, plain))
  const shown = told === undefined ? findError(form) : undefined
  const state = known && shown === undefined ? specific.find(({ text }) => tellsState(text)) : undefined
  const wrong = told ?? shown ?? state
  if (wrong === undefined) return undefined
  // `App crashes on start`, above a story in which it does.
  if (isOne && titled && tellsState(plain) && !ofAuthor.test(plain) && repeats(plain, wrong.text))
    return { text: plain, line: 1 }
  const isLong = wrong.text.length > longestError
  // Who tells what they think of it says nothing that is wrong.
  const isDoubtful =
    isLong ||
    (wrong === state && !isNoOpinion(wrong.text)) ||
    (wrong !== shown && findErrorLine(wrong.text) === undefined && (!known || ofAuthor.test(wrong.text)))
  // Rather the title, which says it in short, than a sentence that may be about anything.
  if (
    isDoubtful &&
    isOne &&
    titled &&
    !ofAuthor.test(plain) &&
    countTelling(plain) >= ofShortTitle &&
    !isBareError(plain, form)
  )
    return { text: plain, line: 1 }
  const text = findErrorLine(wrong.text) === undefined ? wrong.text : nameFailures(wrong, passages)
  if (!isDoubtful && isBareError(wrong.text, form)) return { text, line: wrong.line, doubt: 'bare' }
  return { text, line: wrong.line, ...(isDoubtful ? { doubt: 'among' as const } : {}) }
}

/** `Detecting drift in the plan`, `How to manage leaks`: what somebody does, of whatever is wrong. */
export function namesActivity(title: string): boolean {
  if (/^how (?:to|do|does|can|should|we)\b/i.test(title)) return true
  const [, first = ''] = /^([a-z]{2,20}ing)(?: (?:and|or|\/) \w{2,20}ing)? \w/i.exec(title) ?? []
  return (
    first !== '' &&
    !/thing$|^(?:string|setting|building|heading|during)$/i.test(first) &&
    !saysTrouble(first) &&
    !tellsState(title)
  )
}

/** Of a title of several sentences the first, where that says what is wrong. */
function firstTrouble(title: string): string {
  const [first = title, second] = title.length > longestTitle ? [] : splitSentences(title)
  return second !== undefined && saysTrouble(first) && isSpecificTrouble(first) ? first : title
}

/** All that a short title names stands in the sentence too. */
function repeats(title: string, sentence: string): boolean {
  const words = title.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  const said = sentence.toLowerCase()
  return words.length > 2 && words.every((word) => said.includes(word.replace(/(?:ing|ed|es|s)$/, '')))
}

/** A colon announces what is shown below; with nothing short below it, it is a full stop. */
function withShown(sentence: string, { shown }: Passage): string {
  if (!/[:：]$/.test(sentence)) return sentence
  return /^`[^`]{1,120}`$/.test(shown) ? `${sentence} ${shown}` : sentence.slice(0, -1)
}

const failure = /^(?:--- )?FAIL:? /
const mostFailures = 5

/** `FAIL a.test.ts, FAIL b.test.ts`: of a list of failures no single one is what is wrong. */
function nameFailures(first: StatedItem, passages: readonly Passage[]): string {
  const all = passages.filter(({ isItem, text }) => isItem && failure.test(text)).map(({ text }) => text)
  if (all.length < 2 || !all.includes(first.text)) return first.text
  return [...all.slice(0, mostFailures), ...(all.length > mostFailures ? ['…'] : [])].join(', ')
}

const ofAuthor = /\b(?:i|my|me|we|our|us)\b/i

/** The message of the first error that is shown, in code or on a line. */
function findError({ placed }: FormReading): StatedItem | undefined {
  for (const { node, part } of placed) {
    if (node.kind === 'heading' || node.kind === 'item' || part === 'reproduction') continue
    const error = findErrorLine(node.kind === 'fence' ? node.content : node.text)
    if (error !== undefined) return { text: error, line: node.line }
  }
  return undefined
}

/** `Why does x crash on y?` tells that x does crash. */
function stateOf(sentence: string): string {
  const told = sentence.replace(
    /^why (?:does|do|is|are|did|was|were)\s+|^is there (?:a|any) reason (?:why |that |for )?|^(?:为什么|为何)/i,
    '',
  )
  const plain = told === sentence ? sentence : told.replace(/(?<![?？])[?？]+$/, '')
  const said = withoutRun(plain)
    .replace(/^(?:\*\*|__)[^*_:：]{1,40}(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：])\s*/, '')
    .replace(/^(?:docs?|fix|feat|bug|perf|chore|refactor|tests?|ci|build|style)(?:\([^()]{1,40}\))?!?:\s*/i, '')
    .replace(/^v?\d+(?:\.\d+)+[-\w.]{0,20}:\s*/i, '')
    .replace(/^(?:hi|hello|hey)[^,.!]{0,20}[,.!]\s*/i, '')
    .replace(/^(?:however|but|also|and),? (?=\S{2})/i, '')
    .replace(/(?<![.!。！])[.!。！]+$/, '')
    .trim()
  return withoutScene(said)
}
