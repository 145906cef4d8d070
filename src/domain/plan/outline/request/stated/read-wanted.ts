import { asksForWork, saysThanks } from '../../words/find-reason-to-decline.ts'
import type { StatedItem } from '../../read/task-outline.ts'
import type { Passage } from '../gather-passages.ts'
import { countTelling, namesParticular } from '../sentences/count-telling.ts'
import { givesOrder, saysExpectation, saysLack, tellsPresent } from '../judge-sentence.ts'
import { withoutWishing } from '../sentences/without-wishing.ts'
import { noLonger } from '../no-longer.ts'
import { splitSentences } from '../../words/split-sentences.ts'
import { isBeyond, isOfToday, tellsBenefit } from './beside-wanted.ts'

/** `Tests for`, above a list: each item is its end. */
const goesOnBelow = /^(?:\S+ ){1,8}(?:for|of|to|with|by|in|from)$/i

/** What announces the list that an item stands in, where it says what is to be done: `Add `--json` support to:`. */
export function findLead(all: readonly Passage[], index: number): string {
  if (all[index]?.isItem !== true) return ''
  const above = all.slice(0, index).findLast(({ isItem }) => !isItem)
  if (above?.part === all[index].part && goesOnBelow.test(above.text)) return `${above.text} `
  const announces = above !== undefined && above.part === all[index].part && /[:：]$/.test(above.text)
  return announces && (givesOrder(above.text) || saysExpectation(above.text)) && namesParticular(above.text)
    ? `${above.text} `
    : ''
}

export function readWanted({ text, line, shown }: Passage, next: Passage | undefined, lead: string): StatedItem[] {
  if (next?.isItem === true && goesOnBelow.test(text)) return []
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
      !tellsBenefit(sentence) &&
      !isBeyond(sentence) &&
      !/^(?:please )?note\b/i.test(sentence) &&
      /\p{L}{2}/u.test(sentence) &&
      countTelling(sentence) > 0,
  )
  if (kept.length === 0) return []
  const isWished = kept.some((sentence) => saysExpectation(sentence) || asksForWork(sentence))
  const wanted = kept.filter(
    (sentence) =>
      saysExpectation(sentence) ||
      !((isWished && firstPerson.test(sentence)) || tellsToday.test(sentence) || (isWished && isOfToday(sentence))),
  )
  const said = withoutHope((wanted.length > 0 ? wanted : kept).map((one) => wishedIn(one)).join(' '))
  return [{ text: kept.every((sentence) => saysLack(sentence)) ? noLonger(said) : said, line }]
}

/** Beside a wish its author tells where they were: `On your page I see you mention x.` */
const firstPerson =
  /^(?:(?:on|in|at|from) [^,.]{2,40} )?(?:i|we)(?:['’]ve| have)? (?:see|saw|noticed?|read|found|use|have)\b/i
const proposes = /^(?:i|we)(?:['’]d| would)? (?:like to |want to )?(?:propose|suggest|request|recommend)\b/i

/** `Is it possible to sort it?`, where a form asks what is wanted. */
function wishedIn(sentence: string): string {
  const isWish = (asksForWork(sentence) && /[?？]$/.test(sentence)) || proposes.test(sentence)
  return isWish ? withoutWishing(sentence) : sentence
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
