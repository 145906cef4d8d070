import { anyOf } from '../../../text/any-of.ts'
import { genericWords, vagueWords, chineseGeneric } from '../../score/criterion-words.ts'
import { findBarePaths, findCodeSpans } from '../words/find-path-spans.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { asksForTelling, asksForWork, beginsChange, isQuestion, tellsTrouble } from '../words/find-reason-to-decline.ts'
import { changeVerbs } from '../words/request-words.ts'
import { asOrder } from '../words/verbs/as-order.ts'
import * as words from '../words/expectation-words.ts'

const expects = new RegExp(`${anyOf(words.expectations)}|${anyOf(words.expectationsUnspaced)}`, 'i')
const talkPattern = new RegExp(anyOf(words.talks), 'i')
const noExpectationPattern = new RegExp(anyOf([...words.noExpectations, ...words.toils]), 'i')
const toilPattern = new RegExp(anyOf(words.toils), 'i')
const asksPolitely = /^(?:.{0,40}[,.!:] )?(?:please|pls|kindly|could you|can you|would you)\b/i
const symptom = new RegExp(`(?<![\\w-])${anyOf(words.symptoms)}(?![\\w-])|${anyOf(words.symptomsUnspaced)}`, 'i')
const userStory =
  /^as (?:(?:an?|the) )?[^,.;]{1,80}?,? i(?:'d| would)? (?:really )?(?:want|need|like|can|should|must|wish)\b/i
/** What a program printed. */
const shown =
  /^\(node:\d|^\[?\d{4}-\d\d-\d\d|^\[?\d\d:\d\d:\d\d|^(?:npm )?(?:err!|warn(?:ing)?|error|fatal|info|debug)\b[:!\s]|^\w*(?:Error|Exception|Warning):\s|^[$>]\s|^(?:-{1,2}>|={1,2}>|>>>)\s|^~\/\S* [$#]\s|^Step \d+(?:\/\d+)? ?:|^[\w.-]{1,40}@[\w.-]{1,40}:|^[×╰╭│├└┌─✖✗✘●]/i
const wishing =
  /^wish (?=you|there|it|we)|^(?:i (?:think|believe|guess) )?(?:(?:(?:it|that|this)(?:['’]d|['’]ll| will| would)|would) (?:also )?be (?:\w+ ){0,2}\w+ (?:if(?: it (?:was|were|would be) possible)?|to have|to see|when)|i(?:'d| would)? (?:really )?(?:like|love|want|wish) (?:it if|if|to see|that|to have))\s+/i
/** `It would be nice to add …`: an order, with praise before it. */
const praised = new RegExp(
  `^(?:(?:i (?:think|believe|guess)|imo),? )?(?:it|this|that)(?:['’]d| would)(?: also)? (?:be (?:\\w+ ){0,2}(?:nice|great|good|helpful|useful|cool|awesome|better|best|handy|lovely|convenient|ideal)|make (?:more |much )?sense)(?: for [^,.]{1,100}?)? to (?=${anyOf(changeVerbs)}\\b)`,
  'i',
)
/** `A button to export themes would be nice.` */
const praising =
  /(?<=\S{2}) (?:would|might|could) (?:also )?be (?:(?:very|really|so|super) )?(?:nice|great|good|helpful|useful|cool|awesome|handy|lovely)(?: to have)?(?=[.!]?$)/i
/** Why the author says or does something: nobody is asked for that. */
const reason =
  /(?<=\S)(?<!^(?:however|but|and|so|also),?),? (?:since|because|as (?:i|we|it|this|these|they)|so (?:i|we) (?:think|believe)|reminder that)\b.*$/i
/** `Cy should talk to legal`: what people are to do among themselves. */
const toSomebody =
  /^(?:@?(?!(?:We|It|This|That|These|They|You|There|Users?|The)\b)[A-Z]\p{L}+|(?:he|she|somebody|someone)) (?:should|must|needs to|has to|wants to|will) (?:talk|write|ask|check|review|call|look|decide|send|contact|prepare|finish|meet|present|sync|ping|take|organi[sz]e|follow)\b/u
/** Of a longer sentence only its beginning is read. */
const longest = 1_000

/** It wants something of who reads it, and no change: an approval, access, money back. */
const toReviewer =
  /\b(?:previous|prior|above|earlier) instructions\b|\b(?:approve|merge) (?:this|the|my) (?:plan|issue|request|pr)\b|\bgrant\w* .{0,40}\baccess\b|\b(?:please|pls|kindly) \w+ my\b/i
/** `_may_` and `*may*`, as people stress a word. */
const slanted = /(?<![\w*])[*_]([a-z]{2,20})[*_](?![\w*])/gi
/** What others said or a screen shows, and code. */
const quotedWords = /(["“”「『`])[^"“”「」『』`\n]{1,200}(["”」』`])/g
/** `Nobody can know that it should not be trusted`: what is known, believed or meant is not wanted. */
const believed =
  /\b(?:know|knows|knew|known|believes?|thinks?|assumes?|aware|idea|indication|sign|fact|sure) that [^,;.]*|\bmeans (?:that )?[^,;.]*|\b(?:everything|anything|all|what|as|than|like|how) (?:i|you|we|one|people|users)(?:['’]d| would| might)? expect(?:ed|s)?\b/gi
/** `Maybe it doesn't need to be updated`: what need not be is not wanted. */
const needless = /\b(?:do|does|did)(?:n't| not) (?:\w+ )?(?:need|have) to\b|\bno need to\b/gi
const relative =
  /(?<=\S )(?:(?:that|which|who) (?:should|must|(?:is|are) supposed to)|where (?:i|we|you|one|people|users) (?:would|should|must|want)|(?:when|although|though) (?:(?!(?:and|but|it|they|this|that)\b)[\w-]+ ){1,5}?(?:should|must))\b[^,;.]*/gi
/** `It is not clear what it should do`: from there on something is asked. */
const embeddedQuestion = /(?<=\S )(?:what|how|why|whether|who) (?!else)[^,;.]*/gi

/** `Any chance that could be added?`: what, the sentence before says. */
const pointsOnly =
  /\b(?:chance|plans?|way|could|can|would|will)\b.{0,20}\b(?:that|this|it) (?:(?:could|can|would|might|will) )?(?:be )?(?:added|done|implemented|supported|considered|happens?)\b/i

/** Says what should be so: `I would expect 42`, `It should be sorted`, `Please add a flag`, `建议支持 CSV`. */
export function saysExpectation(sentence: string): boolean {
  const text = foldMarks(sentence.slice(0, longest))
    .replaceAll('’', "'")
    .replaceAll(slanted, '$1')
    .replaceAll(quotedWords, '$1x$2')
  if (talkPattern.test(text) || toReviewer.test(text)) return false
  if (asksForWork(text)) return !pointsOnly.test(text)
  if (isQuestion(text) || asksForTelling(text)) return false
  if (userStory.test(text)) return true
  // `You cannot open it by the key that should open it`, `Builds pass that should fail`: what is said of a thing in passing.
  const said = text
    .replaceAll(believed, ' ')
    .replaceAll(needless, ' ')
    .replaceAll(relative, '')
    .replace(reason, '')
    .replaceAll(embeddedQuestion, '')
  return !toSomebody.test(said) && !noExpectationPattern.test(said) && (expects.test(said) || asksPolitely.test(said))
}

/** Words or thought are asked for: `Can you give any suggestions?`. */
export function wantsWords(sentence: string): boolean {
  return talkPattern.test(sentence.slice(0, longest))
}

/** It speaks of the report, of its author, or of what people do among themselves. */
export function wantsNothing(sentence: string): boolean {
  return noExpectationPattern.test(sentence.slice(0, longest))
}

/** `The docs say it should be off then`: what somebody else says, which may be of anything. */
const reported =
  /^(?:(?:but|and|since|because|also|yet|even) )*(?:according to .{1,60}?,? |(?:the |our |your |my )?(?:\S+ ){0,3}?(?:docs?|documentation|readme|manual|guide|changelog|release notes|comments?|spec(?:ification)?|page|website|he|she|they|somebody|someone|people) (?:also |clearly )?(?:says?|said|states?|stated|claims?|mentions?|tells?|suggests?|reads?|implies) (?:that )?)/i

/** What is expected is told of, and names less than could be looked at. */
export function isHearsay(sentence: string): boolean {
  const rest = sentence.replace(reported, '')
  return rest !== sentence && countTelling(rest) < 3
}

/** `For better readability, …`: why, and nothing that could be looked at. */
const purpose = /^for (?:better|improved|easier|more) [\w ]{3,40}, (?=\w)/i
/** `Could you please …?`, `Would it be possible to …?`: what follows is wanted. */
const asking =
  /^(?:(?:also|and|so|then|if (?:yes|so|not|possible)|while (?:you['’]re |we['’]re )?at it)[,:]? )?(?:do you think (?:that )?)?(?:(?:can|could|would|will|may) (?:you|we|i|someone|somebody|anyone) (?:guys )?(?:please |pls |kindly |maybe |also |perhaps |possibly )?(?:(?:have|get) (?=(?:an?|the|some|something|more)\b))?|(?:(?:would|could|will) it be|it (?:would|could) be|is it) possible(?: [^,.?]{1,30}|, [^,.?]{1,60},)? (?:to (?:be able to |have |get )?|for )|(?:(?:are|is) there )?(?:any|a) (?:plans?|chance|possibility|option) (?:to|of|for) |(?:is there )?any chance (?:that )?(?:you|we|it|this|someone|somebody) (?:could|can|would|will) |is there (?:any|a) (?:way|chance) (?:that )?(?:(?:you|we|it) (?:could|can|would) |to ))/i
/** `Could the banner print the prefixes?` */
const askingOf = new RegExp(
  `^(?:(?:also|and|so|then|while at it)[,:]? )?(?:can|could|would|will) (?!it be possible)((?:the|this|that|it|its|our) (?:[\\w-]+ ){0,3}?)((?:${[...changeVerbs, 'have', 'get', 'be', 'accept', 'take'].join('|')})\\b.*)$`,
  'i',
)

/** `When the dialog opens, is it possible to …`: what is told before says when it is wanted. */
const asksThen =
  /^((?!if (?:yes|so|not|possible)\b)(?:when|whenever|if|while(?! (?:you|we|at))|after|before|once) [^,.?]{3,200}, )((?:is it|would it be|could it be) possible .*|(?:can|could|would) (?:you|we|it) .*)$/i

/** `I would like for this to be configurable`. */
const likedSo =
  /^i(?:['’]d| would)? (?:really )?(?:like|love|want) (?:for )?(it|this|that|these|the (?:[\w-]+ ){0,2}[\w-]+) to (?=\w)/i
/** `Hi @ada, may I ask, could you …`. */
const greeting =
  /^(?:(?:hi|hello|hey|dear)\b[^,.!?]{0,40}[,.!] ?)?(?:(?:may|can|could) i ask,? (?=(?:can|could|would|will)\b))?(?=\S)/i

/** What is wished or asked for, without the words of wishing: of praise for the idea nobody can tell whether it holds. */
export function withoutWishing(sentence: string): string {
  const greeted = capitalise(
    sentence.replace(greeting, '').replace(purpose, '').replace(likedSo, '$1 should '),
    sentence,
  )
  const said = begin(capitalise(greeted.replace(praised, ''), greeted).replace(wishing, ''), greeted).replace(
    praising,
    '',
  )
  if (!isQuestion(said) || !asksForWork(said))
    return capitalise(
      said.replace(
        /^(?:(?:please|pls|kindly)\s+|(?:can|could|would) you (?:please|kindly) |at the very least,? |hopefully,? (?=\S{2})|(?:许愿|跪求)(?=.{4}))/i,
        '',
      ),
      said,
    )
  const order = said
    .replace(/(?<!\?)\?{1,5}$/, '')
    .trimEnd()
    .replace(/,? please$/i, '')
  const [, scene, asked] = asksThen.exec(order) ?? []
  if (scene !== undefined && asked !== undefined)
    return `${capitalise(scene, '')}${lowerFirst(asked.replace(asking, ''))}`
  const of = askingOf.exec(order)
  if (of !== null) return capitalise(`${of[1] ?? ''}should ${of[2] ?? ''}`, said)
  return capitalise(order.replace(asking, ''), said)
}

/** `It would be nice if it knew …`: without the wish it tells how it was. */
const pastWish =
  /^(?:it|they|this|that|these|those) (?!(?:were|was) to\b|need)(?:knew|went|got|came|took|gave|made|did(?:n['’]t)?|\w{3,}ed)\b/i

/** `there was a box that …`, of a wish: so it is to be. */
function begin(rest: string, whole: string): string {
  if (rest === whole || pastWish.test(rest)) return whole
  return asOrder(rest)
    .replace(/^((?:this|it|that|the (?:[\w-]+ ){0,2}[\w-]+)) (?:were|was) to (?=\w)/i, '$1 should ')
    .replace(/^there (?:was|were|would be)\b/i, 'There is')
    .replace(/^(?:an?|the|it|we|you|users?|this|that|these|all|each|to) /, (first) => capitalise(first, whole))
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}

/** Where a sentence lost its first words, what is left begins as one. */
function capitalise(rest: string, whole: string): string {
  return rest === whole ? whole : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`
}

/** `"recieve" → "receive" in the README`: what stands there, and what should. */
const correction = /^["“'`‘][^"“”'`‘’\n]{1,80}["”'`’] (?:→|⇒|->|=>|should (?:be|read)) ["“'`‘][^"“”'`‘’\n]{1,80}["”'`’]/

/** Says it as an order: `Replace moment by Intl`. Among the steps of a report it is a step. */
export function givesOrder(sentence: string): boolean {
  if (correction.test(sentence)) return true
  return !isQuestion(sentence) && !toReviewer.test(sentence) && beginsChange(sentence.slice(0, longest))
}

const ofUser =
  /^(?:please |then |now |just |simply )?(?:use|test|set|build|configure|load|send|save|log|sort|print|open|run|try|check ?out|clone|download|visit|go to|click|start|launch|install)\b/i

/** An order to do what users do is a step where something is reported: `Use the picker without any config`. */
export function isStepOfUser(sentence: string): boolean {
  return ofUser.test(sentence)
}

const lack =
  /^(?:no|missing|lack of) \w|\b(?:is|are|seems?|looks?) (?:\w+ )?(?:missing|outdated|out of date|wrong|incorrect|broken|unclear|confusing|misleading|undocumented)\b|\b(?:not|n['’]t) (?:\w+ )?(?:described|documented|explained|mentioned|covered|work(?:ing)?|supported|available|possible)\b/i
const turned = /\b(?:no longer|should|must|instead|anymore|if|when|where|unless)\b/i

/** Says only what is lacking or wrong: `Rate limits are missing`. */
export function saysLack(sentence: string): boolean {
  const text = sentence.slice(0, longest)
  return lack.test(text) && !turned.test(text) && !givesOrder(text)
}

const present =
  /^(?:\W*(?:currently|at the moment|at present|right now|as of (?:now|today)|so far|until now)\b|(?:see|same as|like)?:? ?#\d+\b|目前|现在|当前|現在|現状)/i

/** Under a title for what is wanted it tells how things are, or names another issue. */
export function tellsPresent(sentence: string): boolean {
  return present.test(sentence) && !/\b(?:should|must)\b|[应應]/i.test(sentence)
}

/** What somebody has to do today, and would rather not: `users have to copy it by hand`. */
export function tellsToil(sentence: string): boolean {
  return toilPattern.test(sentence.slice(0, longest))
}

/** A line that a program printed. */
export function isPrinted(text: string): boolean {
  return shown.test(text) || isMarkup(text)
}

/** Written in HTML, as some trackers send it: no sentence of it can be told from the next. */
export function isMarkup(text: string): boolean {
  return (text.match(/<\/?[a-z][a-z\d]{0,10}\b[^<>\n]{0,100}>/gi) ?? []).length > 3
}

/** Named after faults, and no fault itself: `bug reports`, `the error page`. */
const ofFaults =
  /\b(?:bug|crash|issue|error|exception|warning|failure)s? (?:report(?:s|er|ers|ing)?|track(?:er|ers|ing)|templates?|forms?|handl(?:er|ers|ing)|messages?|pages?|codes?|boundar(?:y|ies)|states?|types?|class(?:es)?)\b|\bnot[- ]found (?:items?|messages?|errors?|pages?|handlers?)\b/gi

/** Says that something is wrong. */
export function saysTrouble(sentence: string): boolean {
  const text = foldMarks(sentence.slice(0, longest)).replaceAll('’', "'").replaceAll(ofFaults, ' x ')
  return tellsTrouble(text) || symptom.test(text)
}

const verbs = new Set(changeVerbs)
const lead = new Set('please pls kindly can could we you should to'.split(' '))
const said = new Set([
  'fix',
  ...'not anymore thanks thank please help want wants need needs like make some seem seems still get gets got asap urgent urgently soon immediately today guys devs team my me your you'.split(
    ' ',
  ),
])
const unspaced = /[\u3040-\u30FF\u3400-\u9FFF]+/g

/** How much a text names: words that stand for something in particular; a path, code, an option and a name count for more. */
export function countTelling(text: string): number {
  const read = text
    .slice(0, longest)
    .replaceAll(/\]\([^)\s]{1,500}\)/g, '] ')
    .replaceAll(/https?:\/\/\S+/g, ' ')
  const named = countNamed(read)
  const spaced = read.replaceAll(/`[^`\n]*`/g, ' ').replaceAll(unspaced, ' ')
  const words = [...spaced.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.'’-]*/gu)].map(([word]) => word)
  const first = words.findIndex((word) => !lead.has(word.toLowerCase()))
  const counted = words.map((word, index) => weigh(word, index - first))
  const runs = (read.match(unspaced) ?? []).map((run) => weighUnspaced(run))
  return 3 * named + sum(counted) + sum(runs)
}

/** It names code, a path, an option or something quoted. */
export function namesParticular(text: string): boolean {
  return countNamed(text.slice(0, longest)) > 0
}

function countNamed(text: string): number {
  const options = text.match(/(?:^|\s)--?[a-z]/g) ?? []
  // oxlint-disable-next-line regexp/no-super-linear-move -- at most `longest` characters are read
  const quoted = text.match(/["“「](?=[^"”」]*[\p{L}\p{N}])[^"”」]+["”」]/gu) ?? []
  const named = text.match(/(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/gu) ?? []
  return findCodeSpans(text).length + findBarePaths(text).length + options.length + quoted.length + named.length
}

/** `index` from the first word that says something: what is to be done with a thing doesn't name it. */
function weigh(word: string, index: number): number {
  const lower = word.toLowerCase().replace(/(?<![.'’-])[.'’-]+$/, '')
  if (lower.length < 2 && !/\d/.test(lower)) return 0
  if (index <= 0 && verbs.has(lower)) return 0
  if (said.has(lower) || genericWords.has(lower) || vagueWords.has(lower) || /n['’]t$/.test(lower)) return 0
  return index > 0 && /^\p{Lu}/u.test(word) ? 2 : 1
}

function weighUnspaced(run: string): number {
  let rest = run.replaceAll(/[\u3040-\u309F]+/g, ' ')
  for (const word of chineseGeneric) rest = rest.replaceAll(word, ' ')
  return sum(rest.split(' ').map((part) => Math.ceil(part.length / 2)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
