import { recordText } from '../../../language/message.ts'
import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from './fold-marks.ts'
import { splitSentences } from './split-sentences.ts'
import * as words from './request-words.ts'

/** Who writes more than this describes something; then a person decides. */
const maxProse = 2500
/** Who tells so much beside a question may ask it of nobody. */
const mostContext = 6
/** Who tells more than this beside thanks wants more than to thank. */
const mostBesideThanks = 2

const startsWith = (list: readonly string[]): RegExp => new RegExp(`^${anyOf(list)}`, 'i')
const holds = (list: readonly string[], chinese: readonly string[]): RegExp =>
  new RegExp(`(?<![\\w-])${anyOf(list)}(?![\\w-])|${anyOf(chinese)}`, 'i')

/** `Show me how` asks for words; `use`, `test` and `set` are what a user does, unless a sentence begins with them. */
// Nor does a label: `**Release:** 3.2`.
const verb = String.raw`${anyOf(words.changeVerbs)}\b(?![-/]| --?\w)(?!\s+(?:me|us)\b)(?!(?: \d{1,4})?[*_]{0,3}:)`
const verbOfOthers = String.raw`${anyOf(words.changeVerbs.filter((each) => !['use', 'test', 'set', 'build', 'configure', 'get'].includes(each)))}\b(?!\s+(?:me|us)\b)`
// `Support for x was added` orders nothing.
const begins = new RegExp(
  `^(?:please |pls |kindly )?(?!support for\\b)${verb}|^${anyOf(words.changeVerbsChinese)}${words.noObjectChinese}`,
  'i',
)
/** Apart, as one pattern of them all takes a second to compile. */
const asksSomebody = [
  String.raw`(?:can|could|would|will)\s+(?:you|we|someone|somebody|anyone|it|this|that|the \w+)\s+(?:please |pls |plz |maybe |also |perhaps |possibly )?${verbOfOthers}`,
  // `Can you please link it?`, and not `Can you please explain it?`
  String.raw`(?:can|could|would|will) you (?:please|pls|kindly) (?!(?:tell|explain|help|advise|share|give|show|point|let|clarify|guide|elaborate|confirm|check|look|suggest|have|take|see|reconsider|consider|review|investigate|respond|reply|assist|contact|refer|try|wait|note|be)\b)[a-z]{2,}`,
  // `I wonder if it's possible to add it`
  String.raw`\bwonder(?:ing)? (?:if|whether) it(?:['’]s| is| would be| might be) possible to ${anyOf(words.changeVerbs)}\b`,
  // `Do you plan to add it?`
  String.raw`\b(?:do|are) (?:you|they) (?:plan(?:ning)?|intend(?:ing)?|expect(?:ing)?) (?:to|on) (?:maybe |also |ever )?(?:${anyOf(words.changeVerbs.map((each) => `${each.replace(/e$/, '')}(?:e|ing)?`))})\b[^.]*\?`,
  // `Can we get a dark theme?`
  String.raw`^can we (?:please |also )?(?:get|have) (?!to\b)[^.?]*\?`,
  // `Could play speed be added?`
  String.raw`\b(?:can|could|would|will) (?:[\w-]+ ){1,9}be (?:added|supported|implemented|included|provided|allowed|enabled|exposed|extended|offered|shown|introduced)\b[^.?]*\?`,
  // `Would you be able to add it?`
  String.raw`\b(?:would|will|are) you (?:be )?able to ${anyOf(words.changeVerbs)}\b`,
  // `Any chance the feeds could include artwork?`
  String.raw`\bany chance (?:that )?(?:[\w-]+ ){1,5}?(?:could|can|would|will) [a-z]{2,}[^.]*\?`,
  // `Can there be an error then?`
  String.raw`^(?:can|could|would|will) there (?:also |maybe |please |perhaps )?be (?:an?|some|more)\b`,
  // `Is it possible to have a printed version of it?`
  String.raw`\b(?:is it|it is) possible to (?:have|get) (?:an?|the|some|more)\b[^.]*\?`,
  String.raw`\bis there (?:currently )?(?:a|any) (?:possibility|option|plan) (?:to|of|for|that)\b`,
  // `Can the terminal get two arrows?`
  String.raw`^(?:can|could|would|will|may) (?:the|this|that|it|its|our) (?:\w+ ){1,4}(?:get|have|be)\b`,
  // `Is there any way you could make it configurable?`
  String.raw`\b(?:is there (?:any|a) (?:way|chance)) (?:that )?(?:you|we|it|this)\b|would you consider\b`,
  String.raw`(?:any|a) chance (?:to|of|that|for|we|you)\b|(?:any|are there) plans (?:to|for|of)\b`,
  String.raw`(?:can|could|may) (?:i|we|you) (?:please |also |maybe )?(?:have|get) (?:an?|the|some|something|more|it|this)\b`,
  String.raw`(?:would|could) it be possible(?: [^,.?]{1,30}|, [^,.?]{1,60},)? (?:to (?:have|get|see|choose|keep|be able|${anyOf(words.changeVerbs)})|for)\b`,
  String.raw`(?<![a-z]|not |another |time to |it['’]s |(?:it|this|that|which) is |are |also |still )(?:possible|chance|mind|consider|how about|what about)\s+(?:to|of)?\s*${anyOf(words.changeVerbs.map((each) => `${each.replace(/e$/, '')}(?:e|ing)?`))}\b`,
  `(?:能否|能不能|可否|可不可以|是否可以|可以|请(?!问|教))[^,.?]{0,12}${anyOf(words.changeVerbsChinese)}`,
].map((source) => new RegExp(source, 'i'))

function asksOthers(sentence: string): boolean {
  return asksSomebody.some((one) => one.test(sentence))
}

const wishPattern = holds(words.wishes, words.wishesChinese)
const troublePattern = holds(words.troubles, words.troublesChinese)
const unsurePattern = holds(words.unsure, words.unsureChinese)
const tells = new RegExp(
  `^(?:(?:please|pls|kindly|(?:can|could|would|will) (?:you|someone|somebody|anyone))\\s+)*${anyOf(words.tellings)}\\b`,
  'i',
)
const asks = startsWith([...words.questions, ...words.questionsChinese])
const thanksPattern = holds(words.thanks, words.thanksChinese)

/** `Have the problem with all of them`, `What is interesting is that …`: a question would have its mark. */
const goesOnTelling =
  /^(?:ha(?:s|ve|d)|(?:what|which) (?:is|was) [^,]{1,60}? (?:is|was)|what['’]s (?:more|worse|odd|strange))\b/i

/** `When I type, it freezes` asks nothing. */
const tellsWhen = /^(?:when|whenever|where|which|whose|who|while)\b/i

type Sentence = 'change' | 'question' | 'unsure' | 'thanks' | 'context'

/** Who tells so much doubts something of it, and asks nobody. */
const mostBesideDoubt = 2

/**
 * Why an issue that names no work asks for no change: it is a question, a call for help, or says thanks. Undefined in
 * any doubt: one sentence that wishes for a change, or tells of something broken, is enough.
 */
export function findReasonToDecline(title: string, prose: string): string | undefined {
  if (prose.length > maxProse || title.length > 500) return undefined
  const read = [title, ...prose.split('\n')].flatMap((text) => readSentences(text)).map(readSentence)
  const sentences = new Set(read)
  const context = read.filter((one) => one === 'context').length
  if (sentences.has('change') || context > mostContext) return undefined
  const isDoubting = sentences.has('unsure') && context <= mostBesideDoubt
  if (sentences.has('question') || isDoubting) return noChange('question')
  if (sentences.has('thanks') && context <= mostBesideThanks) return noChange('thanks')
  return undefined
}

/** Nobody is sent away for good: what was taken for a question may be a wish. */
export function noChange(what: 'question' | 'thanks' | 'advertisement'): string {
  if (what === 'advertisement')
    return recordText(
      'This reads like an advertisement, so there is nothing to plan. If something is to be changed, say what should be so when it is done: `/answer It should …`.',
    )
  return recordText(
    what === 'question'
      ? 'This asks for an answer, not for a change, so there is nothing to plan. If something is to be changed, say what should be so when it is done: `/answer It should …`.'
      : 'This says thanks and asks for no change, so there is nothing to plan. If something is to be changed, say what should be so when it is done: `/answer It should …`.',
  )
}

/** A title that names work to be done, not only trouble: `Fix the typo`, and not `It crashes`. */
export function namesWork(title: string): boolean {
  return readSentences(title.slice(0, 500)).some(
    (sentence) => !tells.test(sentence) && (begins.test(sentence) || asksOthers(sentence)),
  )
}

/** Prose in which somebody asks for work or says what must be, beyond telling what happened. */
export function asksInProse(text: string): boolean {
  return readSentences(text).some(
    (sentence) =>
      !sentence.endsWith('?') &&
      !tells.test(sentence) &&
      (begins.test(sentence) || asksOthers(sentence) || wishPattern.test(sentence)),
  )
}

/** `How can I disable it?`: its author wants to know, and to have nothing changed. */
export function asksForSelf(sentence: string): boolean {
  return isQuestion(sentence) && forSelf.test(sentence) && !asksForWork(sentence)
}

const forSelf =
  /^(?:(?:so|and|but|then|or),? )?(?:how (?:can|do|would|could|should)|(?:can|could)(?! we (?:please |also )?(?:get|have)\b)|where (?:can|do)|is there (?:a|any) way (?:that )?(?:for me|i|we|to)|what (?:should|do)) (?:i|we|one|me|us)\b/i

/** `Say I want to turn it off`: told for the sake of a question. */
const supposes = /^(?:(?:let['’]s )?say|suppose|assume|imagine)\b/i

/** `Shouldn't it be called x?`, `Is y mislabelled?`: who asks so means that it is wrong. */
const ofDoubt = /^shouldn['’]?t (?!i\b|we\b)\w.*\?$|\b(?:mislabell?ed|misnamed|misspell\w*|mistyped)\b/i

function readSentence(sentence: string): Sentence {
  if (supposes.test(sentence)) return 'context'
  if (asksForSelf(sentence)) return 'question'
  if (!tells.test(sentence) && (begins.test(sentence) || asksOthers(sentence))) return 'change'
  if (tells.test(sentence)) return 'question'
  if (ofDoubt.test(sentence)) return 'change'
  if (unsurePattern.test(sentence.replaceAll(/(?<=\S )\([^()]{1,200}\)/g, ' '))) return 'unsure'
  if (troublePattern.test(sentence)) return 'change'
  if (isQuestion(sentence) || (asks.test(sentence) && !tellsWhen.test(sentence) && !goesOnTelling.test(sentence)))
    return 'question'
  if (thanksPattern.test(sentence)) return 'thanks'
  return wishPattern.test(sentence) ? 'change' : 'context'
}

/** A sentence that begins with what is to be done: `Add a flag`, `修复…`. */
export function beginsChange(text: string): boolean {
  const [sentence] = readSentences(text.slice(0, 500))
  return sentence !== undefined && begins.test(sentence) && !tells.test(sentence)
}

/** `It is generally possible to configure it`: nobody asks for that. */
const tellsPossible = /\b(?:it|this|that|which)(?:['’]s| is| was) (?:\w+ )?possible to\b/i

/** Somebody is asked to change something: `Could you support Node 24?`. */
export function asksForWork(sentence: string): boolean {
  return (
    !tells.test(sentence) && asksOthers(sentence) && !(tellsPossible.test(sentence) && !/\?|\bwonder/i.test(sentence))
  )
}

export function saysThanks(sentence: string): boolean {
  return thanksPattern.test(sentence)
}

/** `I want it daily how can I do that`, as people ask without a mark. */
const asksAtEnd = /\bhow (?:can|do|could|should) (?:i|we) (?:\w+ ){0,10}\w+$/i
/** `Is there a sane default that …`, without a mark: nothing is told in that order. */
const asksAtOnce =
  /^(?:is|are) there (?:an?|any|some|plans|no)\b|^(?:does|did) (?:it|this|that|the|your|any(?:one|body)|some(?:one|body)) (?!not\b)[a-z]+\b|^(?:do|did|can|could|have|should) (?:i|you|we) (?!not\b)[a-z]+\b|^(?:is|was) (?:it|this|that) (?:possible|intended|intentional|expected|planned|supposed|a bug)\b/i

export function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?') || /[吗呢]\?*$/.test(sentence) || asksAtEnd.test(sentence) || asksAtOnce.test(sentence)
}

/** It asks for words (`tell me how`), or its author doesn't know. */
export function asksForTelling(sentence: string): boolean {
  return unsurePattern.test(sentence) || tells.test(sentence)
}

export function tellsTrouble(sentence: string): boolean {
  return troublePattern.test(sentence) && !unsurePattern.test(sentence)
}

/** Sentences without the marks of lists and labels before them, folded, a question mark kept. */
function readSentences(text: string): string[] {
  return splitSentences(text)
    .map((sentence) =>
      foldMarks(sentence)
        .replace(
          /^[\s\-*>#]+|^\s*\[?(?:feature|bug|docs?|feat|chore|fix|perf|refactor|build|ci|deps|tests?)\]?(?:\([^()]{1,40}\))?!?\s*:\s*/i,
          '',
        )
        .replace(
          /^(?:try to|also|then|and|so|finally|additionally|next|ideally|in addition|at the very least|at least|otherwise|alternatively),?\s+(?=\p{Ll})/iu,
          '',
        )
        .replace(/^(?:hi|hello|hey|dear)\b[^,.!]{0,30}[,.!]\s*|^你好[,!.]?\s*/i, '')
        // `To show the stock in all forms`: what is to be done.
        .replace(/^to (?=[a-z]+ (?![^,]*\b(?:i|we|you|it|they|one|can|could|need|needs|have|just)\b)[^,]*$)/i, '')
        .replace(/(?<![.!])[.!]+$/, '')
        .trim(),
    )
    .filter((sentence) => sentence !== '')
}
