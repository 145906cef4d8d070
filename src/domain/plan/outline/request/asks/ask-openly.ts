import type { PlanAnswer } from '../../../plan-answer.ts'
import { cutText } from '../../../../text/cut-text.ts'
import type { Doubt, StatedItem } from '../../read/task-outline.ts'
import { isNoOpinion } from '../enough.ts'
import { isOfTitle, plainTitle } from '../issue-title.ts'
import { saysTrouble } from '../judge-sentence.ts'
import { tellsState } from '../tells-state.ts'
import { isToBeGone, withoutGone } from '../no-longer.ts'
import type { Understood } from '../understand.ts'

/** `open`: it says nothing for sure, and its own words may help whoever answers. */
export type RequestRefusal = Exclude<PlanAnswer, { kind: 'draft' }> & { open?: true }

export const howToAnswer =
  'Say it here, in a sentence or in items: `/answer It should …`. Or write it in the issue, under `## Acceptance`, and comment `/answer`.'

/** The one question that an issue leaves open. */
export function askOpenly(question: string): RequestRefusal {
  return { kind: 'needs_input', lacks: [`${question} ${howToAnswer}`], open: true }
}

/** Asks for what an issue doesn't say, beside what it does: what should be so instead of what is wrong, or when a wish is fulfilled. */
export function askWhatIsOpen(title: string, understood: Understood, isUnread: boolean): RequestRefusal {
  return askOpenly(isUnread ? askUnread(title, understood) : askRead(title, understood))
}

/** Of an opinion nobody could say that it holds no longer. */
const askExactly = 'What exactly is wrong, where does it show, and what should be so instead?'

function askRead(title: string, { wanted, wrong, told, topic }: Understood): string {
  const [wish] = wanted
  const [trouble] = wrong
  const isAlone = [...wrong, ...told].every(({ text }) => isOfTitle(text, title))
  if (wish !== undefined && wanted.length === 1 && (isAlone || isOfTitle(wish.text, title)))
    return `${quoteSaid(wish, title)}: how would somebody tell that it is done?`
  if (wish !== undefined) return 'Which of the points below should be so when this is done, and is that all?'
  if (trouble !== undefined) return `${quoteSaid(trouble, title)}: what should be so instead?`
  if (topic !== undefined && !isNoOpinion(topic.text)) return askExactly
  if (topic !== undefined && told.length === 0 && tellsState(topic.text))
    return `${quoteSaid(topic, title)}: what should be so when this is done?`
  if (topic !== undefined && told.length === 0)
    return `${quoteSaid(topic, title)}: how would somebody tell that it is done?`
  const [first = topic] = told
  return first === undefined
    ? askNamed(title)
    : `${quoteSaid(topic ?? first, title)}: what should be so when this is done? No sentence says it for sure.`
}

/** Nothing is told but a name: `App crash`. */
function askNamed(title: string): string {
  const plain = plainTitle(title)
  if (!/\p{L}{2}/u.test(plain)) return 'What should be so when this is done?'
  const words = quoteSaid({ text: plain, line: 1 }, title)
  return saysTrouble(plain)
    ? `${words}: what exactly happens, when, and what should be so instead?`
    : `${words}: what should be so when this is done?`
}

/** Nobody knows which of its words say what. */
function askUnread(title: string, { wanted, wrong, told, topic }: Understood): string {
  const said = topic ?? wrong[0] ?? wanted[0] ?? told[0]
  const what = said === undefined ? 'What' : `${quoteSaid(said, title)}: what`
  return `${what} should be so instead when this is done? Answer in any language; English and Chinese are read best.`
}

/** Asks about words that may be meant otherwise, and says why; a mere name gives way to what the issue says besides. */
export function askAboutDoubt(
  title: string,
  doubt: Doubt,
  said: StatedItem,
  understood: Understood,
  isUnread: boolean,
): RequestRefusal {
  const givesWay = doubt === 'among' || doubt === 'named' || doubt === 'asked'
  const gone = withoutGone(said.text)
  const besides = [...understood.wanted, ...understood.wrong].filter(({ text }) => !text.includes(gone))
  if (isUnread || (givesWay && besides.length > 0)) return askWhatIsOpen(title, understood, isUnread)
  if (!isNoOpinion(gone)) return askOpenly(askExactly)
  return askOpenly(phrase(title, doubt, said))
}

function phrase(title: string, doubt: Doubt, said: StatedItem): string {
  const words = quoteSaid({ ...said, text: withoutGone(said.text) }, title)
  switch (doubt) {
    case 'hedged':
      if (isToBeGone(said.text)) return `${words} is not said for sure. Is that wrong, and what should be so instead?`
      return `${words} is not said for sure. Should it be so when this is done, and how exactly?`
    case 'asked':
      return `${words} is a question. What should be so when this is done?`
    case 'named':
      return `${words} names what is wrong. Where or when does it show, and what should be so instead?`
    case 'told':
      return `${words} tells how it is. What should be so when this is done?`
    case 'motive':
      return `${words} tells why it is wanted. What should be so when this is done?`
    case 'slow':
      return `${words} says that it is slow, and not how fast is fast enough. What may it take at most, with what, and how would somebody measure it?`
    case 'unnamed':
      return `${words} does not say which. Which one is it, by its name or the text that it shows, and what should be so instead?`
    case 'loose':
      return `${words} could come to anything. How would somebody tell that it is done?`
    case 'among':
      return `${words}: is this what is to be mended? What should be so instead?`
  }
}

function quoteSaid({ text, line }: StatedItem, title: string): string {
  return `“${cutText(text.replace(/(?<![.。])[.。:：]$/, ''), 160)}” (${isOfTitle(text, title) ? 'the title' : `line ${line}`})`
}
