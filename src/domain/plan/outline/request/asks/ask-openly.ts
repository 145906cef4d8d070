import { recordText } from '../../../../language/message.ts'
import type { PlanAnswer } from '../../../plan-answer.ts'
import { cutText } from '../../../../text/cut-text.ts'
import type { Doubt, StatedItem } from '../../read/task-outline.ts'
import { isNoOpinion, titleNamesWork } from '../enough.ts'
import { isOfTitle, plainTitle } from '../issue-title.ts'
import { saysTrouble } from '../judge-sentence.ts'
import { hasVerb } from '../is-checkable.ts'
import { isToBeGone, withoutGone } from '../no-longer.ts'
import { sharesWords } from '../tells-state.ts'
import { theIssue, type Understood } from '../understand.ts'

/** `open`: it says nothing for sure, and its own words may help whoever answers. `yields`: its title is read instead, where that says enough. */
export type RequestRefusal = Exclude<PlanAnswer, { kind: 'draft' }> & { open?: true; yields?: true }

/** A question, and how it is answered. */
export function withAnswer(question: string): string {
  return recordText(
    '{question} Say it here, in a sentence or in items: `/answer It should …`. Or write it in the issue, under `## Acceptance`, and comment `/answer`.',
    { question },
  )
}

/** The one question that an issue leaves open. */
export function askOpenly(question: string): RequestRefusal {
  return { kind: 'needs_input', lacks: [withAnswer(question)], open: true }
}

/** Asks for what an issue doesn't say, beside what it does: what should be so instead of what is wrong, or when a wish is fulfilled. */
export function askWhatIsOpen(title: string, understood: Understood, isUnread: boolean): RequestRefusal {
  return yielding(askOpenly(isUnread ? askUnread(title, understood) : askRead(title, understood)))
}

/** A question that no reason speaks for but that nothing is said for sure. */
export function yielding(refusal: RequestRefusal): RequestRefusal {
  return { ...refusal, yields: true }
}

/** Of an opinion nobody could say that it holds no longer. */
const askExactly = recordText('What exactly is wrong, where does it show, and what should be so instead?')

/** `Type inference issue`. */
const ofFault = /^(?!an? \S+$)\S+ .*\b(?:issues?|problems?|bugs?|errors?|troubles?)\W*$/i

/** `Users can adjust it`: how it is to be, or how it is. */
const ability = /^(?:the |an? |all )?(?:[\w-]+ ){1,3}(?:can|could) (?!not\b)[a-z]{2,}/i

function askRead(title: string, { wanted, wrong, told, topic }: Understood): string {
  const [wish] = wanted
  const isOfIt = ({ text }: StatedItem): boolean => topic === undefined || sharesWords(text, topic.text)
  const trouble = wrong.find(({ text }) => theIssue.test(text)) ?? wrong.find((one) => isOfIt(one))
  const isAlone = [...wrong, ...told].every(({ text }) => isOfTitle(text, title))
  if (wish !== undefined && wanted.length === 1 && (isAlone || isOfTitle(wish.text, title)))
    return recordText('{said}: how would somebody tell that it is done?', { said: quoteSaid(wish, title) })
  if (wish !== undefined && wanted.length === 1)
    return recordText('{said}: is this what should be so when this is done, and is that all?', {
      said: quoteSaid(wish, title),
    })
  if (wish !== undefined)
    return recordText('Which of the points below should be so when this is done, and is that all?')
  if (trouble !== undefined)
    return recordText('{said}: what should be so instead?', { said: quoteSaid(trouble, title) })
  if (topic !== undefined && !isNoOpinion(topic.text)) return askExactly
  const isSilent = told.length + wrong.length === 0
  if (topic !== undefined && isSilent && ofFault.test(topic.text)) return askNamed(title)
  if (topic !== undefined && isSilent && ability.test(topic.text))
    return recordText('{said}: is this what should be so when this is done, and is that all?', {
      said: quoteSaid(topic, title),
    })
  if (topic !== undefined && isSilent && hasVerb(topic.text))
    return recordText('{said}: what should be so when this is done?', { said: quoteSaid(topic, title) })
  if (topic !== undefined && isSilent)
    return recordText('{said}: how would somebody tell that it is done?', { said: quoteSaid(topic, title) })
  const [first = topic] = told
  return first === undefined
    ? askNamed(title)
    : recordText('{said}: what should be so when this is done? No sentence says it for sure.', {
        said: quoteSaid(topic ?? first, title),
      })
}

/** Nothing is told but a name: `App crash`. */
export function askNamed(title: string): string {
  const plain = plainTitle(title)
  if (!/\p{L}{2}/u.test(plain)) return recordText('What should be so when this is done?')
  const words = quoteSaid({ text: plain, line: 1 }, title)
  if (ability.test(plain) && !saysTrouble(plain))
    return recordText('{said}: is this what should be so when this is done, and is that all?', { said: words })
  return saysTrouble(plain) || ofFault.test(plain)
    ? recordText('{said}: what exactly happens, when, and what should be so instead?', { said: words })
    : recordText('{said}: what should be so when this is done?', { said: words })
}

/** Nobody knows which of its words say what. */
function askUnread(title: string, { wanted, wrong, told, topic }: Understood): string {
  const said = topic ?? wrong[0] ?? wanted[0] ?? told[0]
  return said === undefined
    ? recordText(
        'What should be so instead when this is done? Answer in any language; English and Chinese are read best.',
      )
    : recordText(
        '{said}: what should be so instead when this is done? Answer in any language; English and Chinese are read best.',
        { said: quoteSaid(said, title) },
      )
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
  if (!isNoOpinion(gone)) return doubt === 'among' ? yielding(askOpenly(askExactly)) : askOpenly(askExactly)
  // Half a sentence is not asked about, where the title names the thing.
  const isWhole = gone.length <= longestQuoted || understood.topic === undefined
  const asked = askOpenly(settled.has(doubt) && !isWhole ? askNamed(title) : phrase(title, doubt, said))
  // Who hedges below an order says so of its details.
  const isOrdered = doubt === 'hedged' && titleNamesWork(plainTitle(title)) && !/[?？]$/.test(title)
  return settled.has(doubt) && !isOrdered ? asked : yielding(asked)
}

/** Somebody has to say first what is meant. */
const settled: ReadonlySet<Doubt> = new Set(['hedged', 'slow', 'unnamed', 'loose', 'bare'])

function phrase(title: string, doubt: Doubt, said: StatedItem): string {
  const words = quoteSaid({ ...said, text: withoutGone(said.text) }, title)
  switch (doubt) {
    case 'hedged':
      if (isToBeGone(said.text))
        return recordText('{said} is not said for sure. Is that wrong, and what should be so instead?', { said: words })
      return recordText('{said} is not said for sure. Should it be so when this is done, and how exactly?', {
        said: words,
      })
    case 'asked':
      return recordText('{said} is a question. What should be so when this is done?', { said: words })
    case 'named':
      return recordText('{said} names what is wrong. Where or when does it show, and what should be so instead?', {
        said: words,
      })
    case 'told':
      return recordText('{said} tells how it is. What should be so when this is done?', { said: words })
    case 'motive':
      return recordText('{said} tells why it is wanted. What should be so when this is done?', { said: words })
    case 'slow':
      return recordText(
        '{said} says that it is slow, and not how fast is fast enough. What may it take at most, with what, and how would somebody measure it?',
        { said: words },
      )
    case 'unnamed':
      return recordText(
        '{said} does not say which. Which one is it, by its name or the text that it shows, and what should be so instead?',
        { said: words },
      )
    case 'loose':
      return recordText('{said} could come to anything. How would somebody tell that it is done?', { said: words })
    case 'bare':
      return recordText(
        '{said} is what a program says, and not when. What was done when it said so, and what should happen instead?',
        { said: words },
      )
    case 'among':
      return recordText('{said}: is this what is to be mended? What should be so instead?', { said: words })
  }
}

const longestQuoted = 160

function quoteSaid({ text, line }: StatedItem, title: string): string {
  const said = cutText(text.replace(/(?<![.。])[.。:：]$/, ''), longestQuoted)
  return isOfTitle(text, title)
    ? recordText('“{said}” (the title)', { said })
    : recordText('“{said}” (line {line})', { said, line })
}
