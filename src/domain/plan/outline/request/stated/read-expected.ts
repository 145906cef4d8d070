import { anyOf } from '../../../../text/any-of.ts'
import { changeVerbs } from '../../words/request-words.ts'
import { withoutEmphasis } from '../../../../text/without-emphasis.ts'
import type { StatedItem } from '../../read/task-outline.ts'
import type { Passage } from '../gather-passages.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { givesOrder, isHearsay, isPrinted, isStepOfUser, saysExpectation, saysOnlyNeed } from '../judge-sentence.ts'
import { withoutWishing } from '../sentences/without-wishing.ts'
import { isCodeLine } from '../traces/is-code-line.ts'
import { noLonger, withoutScene } from '../no-longer.ts'
import { splitSentences } from '../../words/split-sentences.ts'
import { isOfToday, tellsBenefit } from './beside-wanted.ts'

/** `Could you please solve this?` names less. */
const ofCriterion = 2
const onlyLabel =
  /^[^\p{L}]*(?:my |the )?(?:proposals?|feature requests?|suggestions?|ideas?|(?:(?:so|hence|therefore),? )?(?:i|we)(?:['’]d| would)? (?:like to )?(?:propose|suggest|recommend|request)(?: the following)?)[^\p{L}]*$/iu

/** `That one should be refused`: of what, the sentence before says. */
const pointsBack =
  /^(?:this|that|these|those)(?: ones?)? (?:\w+ )?(?:should|must|ought|needs?)\b|^(?:if|when) (?:it|this|that|they) (?:does|do|is|are|so)(?: not|n['’]t)?,/i

/** `It says `a` instead of `b``: that is what is to be gone. */
const mistaken =
  /\b(?:says?|reads?|spelled|written|shows?|prints?|returns?|gives?)\b[^.]{0,40}(?:`[^`]+`|"[^"]+"|“[^”]+”) (?:inst\w{1,5} of|rather than|and not) (?:`[^`]+`|"[^"]+"|“[^”]+”)/i

/** What stands below is what a program said. */
const tellsError = /\b(?:errors?|exceptions?|warnings?|message|output|logs?)\b[^.:：]{0,60}[:：]$/i

/** `isNeed`: it only says what has to be, maybe as it is today. */
interface Expected extends StatedItem {
  isNeed?: true
}

/** Its sentences that say what should be; an order among the items of a report is a step. */
export function readExpected(one: Passage, passages: readonly Passage[], isBug: boolean): Expected[] {
  const { text: written, line, shown, part, isItem } = one
  // `_As a clerk, I need …_`: all of it is set apart.
  const text = written.replace(/^([*_])(?!\1)([^*_]{20,})\1$/, '$2')
  const mayOrder = part === 'other' && !isItem
  const above = passages[passages.indexOf(one) - 1]?.text ?? ''
  const sentences =
    isPrinted(text) || tellsError.test(above)
      ? []
      : splitSentences(withoutEmphasis(text)).flatMap((sentence) => splitOrders(sentence))
  return sentences.flatMap((sentence, index) => {
    const orders = mayOrder && ordersWork(sentence, isBug)
    if (mistaken.test(sentence) && !saysExpectation(sentence)) return [{ text: noLonger(withoutScene(sentence)), line }]
    if ((!saysExpectation(sentence) && !orders) || isCodeLine(sentence)) return []
    // What would be nice besides is not what the report is about.
    if (isBug && (alsoNice.test(sentence) || (isItem && isStepOfUser(sentence)))) return []
    if (isHearsay(sentence) || tellsBenefit(sentence)) return []
    const before = sentences[index - 1] ?? ''
    // What is today is so no longer when it is done.
    const whole = pointsBack.test(sentence) && !isOfToday(before) && before !== '' ? `${before} ` : ''
    const said = `${whole}${withoutWishing(withoutJoint(takeExpected(sentence)))}`
    const isLast = index === sentences.length - 1
    const isWished = wishing.test(sentence) ? { wished: true as const } : {}
    if (isLast && shown !== '') return [{ text: `${said} ${shown}`, line, ...isWished }]
    const listed = isLast && announces.test(sentence) ? findListed(one, passages) : []
    // `Proposal:` announces them, and says nothing of any.
    const lead = onlyLabel.test(said) ? '' : `${said} `
    if (listed.length > 0) return listed.map((item) => ({ text: `${lead}${item.text}`, line: item.line, ...isWished }))
    // `Should use https://… instead.`
    const named = countTelling(said) + (/https?:\/\//.test(said) ? 1 : 0)
    if (named < ofCriterion) return []
    return [
      {
        text: said.replace(/[:：]$/, ''),
        line,
        ...isWished,
        ...(saysOnlyNeed(sentence) ? { isNeed: true as const } : {}),
      },
    ]
  })
}

/** Other languages are not judged. */
const wishing =
  /\b(?:should(?:n['’]t)?|please|pls|expect\w*|ideally|wish\w*|hope|want|propos\w*|suggest\w*|request\w*|target|goal|instead)\b|\b(?:would|['’]d) (?:\w+ )?(?:be|like|love|prefer|appreciate|benefit)\b|\b(?:could|can|would) (?:you|we|it be|there be)\b|[^\p{ASCII}‘’“”…–—]{2}/iu

/** `It goes through `now()`, so update that function`. */
const orderBehind = new RegExp(`,? so (?=(?:please )?${anyOf(changeVerbs)} (?:that|this|it|the|these|those)\\b)`, 'i')

function ordersWork(sentence: string, isBug: boolean): boolean {
  if (!givesOrder(sentence)) return orderBehind.test(sentence)
  if (isStepOfUser(sentence)) return !isBug && !/\byour?\b/i.test(sentence)
  // `and convert it by the command`: how it is seen.
  return !(isBug && /^(?:and|then|or)\b/.test(sentence))
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
