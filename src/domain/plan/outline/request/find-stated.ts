import type { FormPart } from '../form/form-part.ts'
import type { StatedItem } from '../read/task-outline.ts'
import type { Passage } from './gather-passages.ts'
import { countTelling, namesParticular } from './sentences/count-telling.ts'
import { givesOrder, saysExpectation, saysLack, saysTrouble, tellsPresent } from './judge-sentence.ts'
import { isStory } from './is-story.ts'
import { tellsState } from './tells-state.ts'
import { isOfToday, tellsBenefit } from './stated/beside-wanted.ts'
import { readOrders } from './stated/read-orders.ts'
import { findLead, readWanted } from './stated/read-wanted.ts'
import { readExpected } from './stated/read-expected.ts'

const most = 10
/** Where its author tells so much, reasons say nothing besides. */
const ofWhy = 4
const ofReport: readonly FormPart[] = ['other', 'report']

/** Under a title that asks what is wanted, all that stands there; elsewhere the sentences that say what should be, each once. */
export function findStated(passages: readonly Passage[], isBug: boolean): StatedItem[] {
  const seen = new Set<string>()
  const all = gatherStated(
    passages.filter((_one, index) => !isExample(passages, index)),
    isBug,
  )
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
    .filter((one, index, all) => !one.isItem || !tellsPresent(leadOf(all, index)))
    .flatMap((one, index, all) =>
      readWanted(one, all[index + 1], findLead(all, index)).map((said) => ({ ...said, isItem: one.isItem })),
    )
  const asked = withoutChosen(wanted)
  if (asked.length > 0) return withoutTold(asked.slice(0, most).map((one) => doubtStory(one, asked.length)))
  const items = isBug ? [] : readOrders(passages)
  const heard = passages
    .filter(
      ({ part, isItem, text }) => ofReport.includes(part) || (part === 'reproduction' && !isItem && ideal.test(text)),
    )
    .flatMap((one) => readExpected(one, passages, isBug))
  // Beside a wish it is told why.
  const isWished = items.length > 0 || heard.some(({ isNeed }) => isNeed !== true)
  const told = heard.filter(({ isNeed }) => !isWished || isNeed !== true).map(({ isNeed: _isNeed, ...one }) => one)
  if (isBug && told.some(({ text }) => expected.test(text)))
    return told.filter(({ text }) => !supposed.test(text)).slice(0, most)
  if (items.length > 0)
    return [...told.filter(({ line }) => items.every((one) => one.line !== line)), ...items]
      .toSorted((a, b) => a.line - b.line)
      .slice(0, most)
  const around = passages.filter(({ part }) => part === 'context')
  // Why it is wanted may name what must be so elsewhere.
  const why = around
    .flatMap((one) => readExpected(one, passages, isBug))
    .map(({ text, line }) => ({ text, line, doubt: 'motive' as const }))
  const tells = passages.some(({ part, text }) => part === 'other' && countTelling(text) >= ofWhy)
  return (told.length > 0 ? told : tells ? [] : why).slice(0, most)
}

const expected = /\bexpect(?:ed|s)?\b/i
/** What stands behind the steps to see it: `Ideally it would round each line.` */
const ideal = /\b(?:ideally|expect(?:ed)?|should|would be (?:nice|good|great))\b/i
/** Where it comes from, by its author's guess: `I think it must be the cache`. */
const supposed = /^(?:i|we) (?:also )?(?:think|believe|guess|suspect|assume|suppose|feel like)\b/i

/** What stands above the list of an item: of `Currently, one way is to` all that is below is told. */
function leadOf(all: readonly Passage[], index: number): string {
  return all.slice(0, index).findLast(({ isItem }) => !isItem)?.text ?? ''
}

/** What stands below `Example for context:` is one. */
function isExample(all: readonly Passage[], index: number): boolean {
  return /^(?:here is |here are |for |e\.g\.?,? )?(?:an? |one |some )?examples?\b[^.]{0,60}[:：]$/i.test(
    all[index - 1]?.text ?? '',
  )
}

/** Beside what is told in a sentence `Generate fewer warnings` is an answer that a form had to choose from, and benefits are none. */
function withoutChosen<T extends StatedItem & { isItem: boolean }>(wanted: readonly T[]): T[] {
  const isChosen = ({ text, isItem }: T): boolean =>
    !isItem && text.split(/\s+/).length <= 3 && !/[.!。！]$/.test(text) && !namesParticular(text)
  const told = wanted.filter((one) => !isChosen(one) && !tellsBenefit(one.text))
  return told.length > 0 ? told : [...wanted]
}

/** `A settings option where the administrator can choose`: what is to be had. */
const namesNew = /^an? (?:[\w-]+ ){1,5}?(?:where|that|which|to|for|with)\b/i

/** There is already what it speaks of. */
const ofNow =
  /^(?:(?:[^,.]{1,40} )?there (?:is|are|was|were)|it is|i['’]m|the (?:current|existing)|as of|(?:many |most |some )?other (?:[\w-]+ ){1,5}?(?:often|usually|already|also|generally|propose|have|offer|support|provide|allow))\b/i

/** Of several paragraphs under such a title one may tell how it is now: `There is a page where …`. */
function doubtStory({ isItem, ...said }: StatedItem & { isItem: boolean }, count: number): StatedItem {
  const isTold =
    !isItem &&
    !namesNew.test(said.text) &&
    (isOfToday(said.text) || ofNow.test(said.text) || isStory(said.text) || saysTrouble(said.text)) &&
    !saysExpectation(said.text) &&
    !givesOrder(said.text)
  // `Warns about a loop whose promises don't depend on each other`
  const own = said.text.replace(/ (?:that|which|who|whose|where|when|if|unless|because|although)\b.*$/i, '')
  const isWrong = saysTrouble(own) && tellsState(own) && !saysLack(own)
  return isTold && (count > 1 || isWrong) ? { ...said, doubt: 'told' } : said
}

const proposes = /\b(?:should|must)\b|\b(?:we|you|it|one) (?:could|can) (?!be (?:because|due)\b)\w/i

/** Behind what is wanted, or before what is proposed, paragraphs that tell how it is explain it. */
function withoutTold(said: readonly StatedItem[]): StatedItem[] {
  const [first] = said
  const isSaid =
    first?.doubt === undefined || said.some(({ text, doubt }) => doubt === undefined && proposes.test(text))
  return isSaid ? said.filter(({ doubt }) => doubt !== 'told') : [...said]
}
