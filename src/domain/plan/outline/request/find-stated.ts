import { withoutEmphasis } from '../../../text/without-emphasis.ts'
import { anyOf } from '../../../text/any-of.ts'
import type { FormPart } from '../form/form-part.ts'
import type { StatedItem } from '../read/task-outline.ts'
import type { Passage } from './gather-passages.ts'
import {
  countTelling,
  givesOrder,
  isHearsay,
  isPrinted,
  isStepOfUser,
  namesParticular,
  saysExpectation,
  saysLack,
  saysTrouble,
  tellsPresent,
  withoutWishing,
} from './judge-sentence.ts'
import { isCodeLine } from './traces/is-code-line.ts'
import { noLonger, withoutScene } from './no-longer.ts'
import { asksForWork, saysThanks } from '../words/find-reason-to-decline.ts'
import { isStory } from './is-story.ts'
import { changeVerbs } from '../words/request-words.ts'
import { splitSentences } from '../words/split-sentences.ts'

const most = 10
/** `Could you please solve this?` names less. */
const ofCriterion = 2
/** Where its author tells so much, reasons say nothing besides. */
const ofWhy = 4
const mostOfList = 0.75
const onlyLabel = /^[^\p{L}]*(?:my |the )?(?:proposals?|feature requests?|suggestions?|ideas?)[^\p{L}]*$/iu
const ofReport: readonly FormPart[] = ['other', 'report']

/** Under a title that asks what is wanted, all that stands there; elsewhere the sentences that say what should be, each once. */
export function findStated(passages: readonly Passage[], isBug: boolean): StatedItem[] {
  const seen = new Set<string>()
  const all = gatherStated(passages, isBug)
  const isPartOf = (one: StatedItem): boolean =>
    all.some(
      (other) =>
        other !== one &&
        other.line === one.line &&
        (other.text.startsWith(`${one.text} `) || other.text.endsWith(`: ${one.text}`)),
    )
  return all
    .filter((one) => !isPartOf(one))
    .filter(({ text }) => {
      const words = text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      return !seen.has(words) && seen.add(words)
    })
}

function gatherStated(passages: readonly Passage[], isBug: boolean): StatedItem[] {
  const wanted = passages
    .filter(({ part }) => part === 'wanted' || part === 'tasks')
    .flatMap((one, index, all) =>
      readWanted(one, all[index + 1], findLead(all, index)).map((said) => ({ ...said, isItem: one.isItem })),
    )
  const asked = withoutChosen(wanted)
  if (asked.length > 0) return withoutTold(asked.slice(0, most).map((one) => doubtStory(one, asked.length)))
  const items = isBug ? [] : readOrders(passages)
  const told = passages
    .filter(({ part }) => ofReport.includes(part))
    .flatMap((one) => readExpected(one, passages, isBug))
  if (items.length > 0)
    return [...told.filter(({ line }) => items.every((one) => one.line !== line)), ...items]
      .toSorted((a, b) => a.line - b.line)
      .slice(0, most)
  const around = passages.filter(({ part }) => part === 'context')
  // Why it is wanted may name what must be so elsewhere.
  const why = around
    .flatMap((one) => readExpected(one, passages, isBug))
    .map((one) => ({ ...one, doubt: 'motive' as const }))
  const tells = passages.some(({ part, text }) => part === 'other' && countTelling(text) >= ofWhy)
  return (told.length > 0 ? told : tells ? [] : why).slice(0, most)
}

/** What comes of it for somebody, once it is so: `This would allow users to share them.` */
const benefit =
  /^(?:then|(?:that|this|in this|in that) way),? (?:\S+ ){1,3}(?:can|could|would|will)\b|^(?:this|that|it|which) (?:would|will|could|can) (?:also )?(?:be (?:\w+ ){0,3}(?:life ?saver|benefit|help|improvement|game ?changer|advantage)\b|make (?:the |my |our |it |this )?.{0,60}\b(?:easier|better|simpler|faster|nicer|more \w+)\b|allow|let|help|enable|make it (?:easier|possible|simpler)|give|save|improve|reduce)\b/i

/** It says what is gained by it, and nothing that could be looked at. */
export function tellsBenefit(sentence: string): boolean {
  return benefit.test(sentence)
}

/** Beside what is told in a sentence `Generate fewer warnings` is an answer that a form had to choose from, and benefits are none. */
function withoutChosen<T extends StatedItem & { isItem: boolean }>(wanted: readonly T[]): T[] {
  const isChosen = ({ text, isItem }: T): boolean =>
    !isItem && text.split(/\s+/).length <= 3 && !/[.!。！]$/.test(text) && !namesParticular(text)
  const told = wanted.filter((one) => !isChosen(one) && !benefit.test(one.text))
  return told.length > 0 ? told : [...wanted]
}

/** `A settings option where the administrator can choose`: what is to be had. */
const namesNew = /^an? (?:[\w-]+ ){1,5}?(?:where|that|which|to|for|with)\b/i

/** There is already what it speaks of. */
const ofNow = /^(?:(?:[^,.]{1,40} )?there (?:is|are|was|were)|it is|i['’]m|the (?:current|existing)|as of)\b/i

/** Of several paragraphs under such a title one may tell how it is now: `There is a page where …`. */
function doubtStory({ isItem, ...said }: StatedItem & { isItem: boolean }, count: number): StatedItem {
  const isTold =
    !isItem &&
    !namesNew.test(said.text) &&
    (isOfToday.test(said.text) || ofNow.test(said.text) || isStory(said.text) || saysTrouble(said.text)) &&
    !saysExpectation(said.text) &&
    !givesOrder(said.text)
  return count > 1 && isTold ? { ...said, doubt: 'told' } : said
}

const proposes = /\b(?:should|must)\b|\b(?:we|you|it|one) (?:could|can) (?!be (?:because|due)\b)\w/i

/** Behind what is wanted, or before what is proposed, paragraphs that tell how it is explain it. */
function withoutTold(said: readonly StatedItem[]): StatedItem[] {
  const [first] = said
  const isSaid =
    first?.doubt === undefined || said.some(({ text, doubt }) => doubt === undefined && proposes.test(text))
  return isSaid ? said.filter(({ doubt }) => doubt !== 'told') : [...said]
}

/** Of these one may be chosen: `Some options:`. */
const ofChoice =
  /\b(?:options?|ideas?|possibilit(?:y|ies)|alternatives?|approach(?:es)?|either|suggestions?|one of)\b[^.]{0,40}[:：]$/i

/** `- replace x by y`, where every item says what to do: of an issue that reports nothing they are no steps of its author. */
function readOrders(passages: readonly Passage[]): StatedItem[] {
  const items = passages.filter(({ part, isItem }) => isItem && part === 'other')
  if (items.length < 2 || !items.every(({ isPlain }) => isPlain)) return []
  const lead = passages[passages.findIndex(({ isItem }) => isItem) - 1]
  if (lead !== undefined && ofChoice.test(lead.text)) return []
  // A text that is one list says with all of it what is asked for, where one of them says so.
  const isAll = items.length === passages.length && items.some(({ text }) => saysExpectation(text))
  const orders = isAll || items.every(({ text }) => givesOrder(text)) ? items : findOrdering(passages)
  return orders.filter(({ text }) => countTelling(text) > 0).map(({ text, line }) => ({ text, line }))
}

/** Beside others, as of reasons, the one list of which nearly all items say what to do. */
function findOrdering(passages: readonly Passage[]): Passage[] {
  const lists: Passage[][] = []
  for (const [index, one] of passages.entries()) {
    if (!one.isItem || one.part !== 'other') continue
    const above = passages[index - 1]
    const last = lists.at(-1)
    if (above?.isItem === true && last !== undefined) last.push(one)
    else lists.push([one])
  }
  const [only, second] = lists.filter(
    (list) => list.length > 2 && list.filter(({ text }) => givesOrder(text)).length >= list.length * mostOfList,
  )
  return second === undefined && lists.length > 1 ? (only ?? []) : []
}

/** What announces the list that an item stands in, where it says what is to be done: `Add `--json` support to:`. */
function findLead(all: readonly Passage[], index: number): string {
  if (all[index]?.isItem !== true) return ''
  const above = all.slice(0, index).findLast(({ isItem }) => !isItem)
  const announces = above !== undefined && above.part === all[index].part && /[:：]$/.test(above.text)
  return announces && (givesOrder(above.text) || saysExpectation(above.text)) && namesParticular(above.text)
    ? `${above.text} `
    : ''
}

function readWanted({ text, line, shown }: Passage, next: Passage | undefined, lead: string): StatedItem[] {
  if (!/[:：]$/.test(text)) return readSentences(text, line).map((one) => ({ ...one, text: `${lead}${one.text}` }))
  if (shown !== '' && !tellsPresent(text)) return [{ text: `${text} ${shown}`, line }]
  return next?.isItem === true ? [] : readSentences(text, line)
}

/** A passage as one criterion, without the questions and thanks in it. What is only said to be lacking must be so no longer. */
function readSentences(text: string, line: number): StatedItem[] {
  const kept = splitSentences(text).filter(
    (sentence) =>
      (!/[?？]$/.test(sentence) || asksForWork(sentence)) &&
      !tellsPresent(sentence) &&
      !isPraise(sentence) &&
      !benefit.test(sentence) &&
      countTelling(sentence) > 0,
  )
  if (kept.length === 0) return []
  const isWished = kept.some((sentence) => saysExpectation(sentence) || asksForWork(sentence))
  const wanted = kept.filter(
    (sentence) => saysExpectation(sentence) || !(tellsToday.test(sentence) || (isWished && isOfToday.test(sentence))),
  )
  const said = withoutHope((wanted.length > 0 ? wanted : kept).map((one) => wishedIn(one)).join(' '))
  return [{ text: kept.every((sentence) => saysLack(sentence)) ? noLonger(said) : said, line }]
}

/** `Is it possible to sort it?`, where a form asks what is wanted. */
function wishedIn(sentence: string): string {
  return asksForWork(sentence) && /[?？]$/.test(sentence) ? withoutWishing(sentence) : sentence
}

/** `Hopefully it is sorted` is no doubt where a form asks what is wanted. */
function withoutHope(said: string): string {
  const rest = said.replace(/^hopefully,? (?=\S{2})/i, '')
  return rest === said ? said : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`
}

/** Thanks, where nothing is asked for in the same breath, and who is to read it. */
function isPraise(sentence: string): boolean {
  if (/^\/?cc:? (?:@|\p{Lu})/iu.test(sentence)) return true
  return saysThanks(sentence) && !saysExpectation(sentence) && !givesOrder(sentence)
}

/** Beside what is wanted, how it is on the branch: `The test fails on current main`. */
const tellsToday =
  /\b(?:on|in) (?:current )?(?:main|master)\b|\b(?:is|are) (?:unaffected|unchanged)\b|\b(?:fails|passes) (?:on|with)\b/i
const isOfToday =
  /^(?:sometimes|often|right now|today|now),? |\bcurrent(?:ly)?\b|\b(?:is|are|now) (?:now|are|is|vulnerable|wrong|outdated|broken)\b/i
/** `That one should be refused`: of what, the sentence before says. */
const pointsBack = /^(?:this|that|these|those)(?: ones?)? (?:\w+ )?(?:should|must|ought|needs?)\b/i

/** `It says `a` instead of `b``: that is what is to be gone. */
const mistaken =
  /\b(?:says?|reads?|spelled|written|shows?|prints?|returns?|gives?)\b[^.]{0,40}(?:`[^`]+`|"[^"]+"|“[^”]+”) (?:inst\w{1,5} of|rather than|and not) (?:`[^`]+`|"[^"]+"|“[^”]+”)/i

/** Its sentences that say what should be; an order among the items of a report is a step. */
function readExpected(one: Passage, passages: readonly Passage[], isBug: boolean): StatedItem[] {
  const { text, line, shown, part, isItem } = one
  const mayOrder = part === 'other' && !isItem
  const sentences = isPrinted(text)
    ? []
    : splitSentences(withoutEmphasis(text)).flatMap((sentence) => splitOrders(sentence))
  return sentences.flatMap((sentence, index) => {
    const orders = mayOrder && ordersWork(sentence, isBug)
    if (mistaken.test(sentence) && !saysExpectation(sentence)) return [{ text: noLonger(withoutScene(sentence)), line }]
    if ((!saysExpectation(sentence) && !orders) || isCodeLine(sentence)) return []
    // What would be nice besides is not what the report is about.
    if (isBug && alsoNice.test(sentence)) return []
    if (isHearsay(sentence) || benefit.test(sentence)) return []
    const before = sentences[index - 1] ?? ''
    // What is today is so no longer when it is done.
    const above = pointsBack.test(sentence) && !isOfToday.test(before) && before !== '' ? `${before} ` : ''
    const said = `${above}${withoutWishing(withoutJoint(takeExpected(sentence)))}`
    const isLast = index === sentences.length - 1
    if (isLast && shown !== '') return [{ text: `${said} ${shown}`, line }]
    const listed = isLast && announces.test(sentence) ? findListed(one, passages) : []
    // `Proposal:` announces them, and says nothing of any.
    const lead = onlyLabel.test(said) ? '' : `${said} `
    if (listed.length > 0) return listed.map((item) => ({ text: `${lead}${item.text}`, line: item.line }))
    return countTelling(said) < ofCriterion ? [] : [{ text: said.replace(/[:：]$/, ''), line }]
  })
}

/** `It goes through `now()`, so update that function`. */
const orderBehind = new RegExp(`,? so (?=(?:please )?${anyOf(changeVerbs)} (?:that|this|it|the|these|those)\\b)`, 'i')

function ordersWork(sentence: string, isBug: boolean): boolean {
  return (givesOrder(sentence) && !(isBug && isStepOfUser(sentence))) || orderBehind.test(sentence)
}

function takeExpected(sentence: string): string {
  const last = expectedAtLast.exec(sentence)?.[1]
  return last === undefined ? sentence : last.replace(/^(?=would|had)/i, 'I ')
}

const alsoNice = /\balso be (?:nice|great|good|helpful|useful|cool)\b/i

/** `Thus, it needs to return …`: what it follows from is told elsewhere. */
function withoutJoint(sentence: string): string {
  const rest = sentence.replace(
    /^(?:thus|therefore|hence|consequently|accordingly|so),? (?=(?:it|we|the|this|that|there|please|\p{L}+ (?:needs?|should|must))\b)/iu,
    '',
  )
  return rest === sentence ? sentence : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`
}

/** A list goes on where it ends. */
const announces = /[:：]$|\b(?:by|with|to|for|of|from|like|includ(?:e|es|ing)|following|as|on|in)$/i

/** `I did this, and saw that, but I expected the other`: what came before it is told. */
const expectedAtLast =
  /^(?:i|we|when|if|after|once)\b.{20,800}[,;]? (?:but|and|while|whereas|however,?) ((?:i|we)(?:['’]d| would| had)?(?: have)? expect(?:ed)?\b.{10,}|(?:would|had) (?:have )?expect(?:ed)?\b.{10,})$/i

/** `Both share their steps; factor that out`: of a sentence in parts, those that order something. */
function splitOrders(sentence: string): string[] {
  const parts = sentence.split(/;\s+|,\s+(?=(?:please )?(?:use|add|replace|remove|keep|rename|call|return) `)/)
  const orders = parts.filter((part) => givesOrder(part))
  return parts.length > 1 && orders.length > 0 ? orders : [sentence]
}

/** The items that a sentence announces: `The table should support:`. */
function findListed(one: Passage, passages: readonly Passage[]): Passage[] {
  const below = passages.slice(passages.indexOf(one) + 1)
  const end = below.findIndex(({ isItem, part }) => !isItem || part !== one.part)
  return (end < 0 ? below : below.slice(0, end)).filter(({ isPlain }) => isPlain)
}
