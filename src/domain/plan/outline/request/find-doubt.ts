import type { Doubt, StatedItem } from '../read/task-outline.ts'
import { asksForTelling, isQuestion } from '../words/find-reason-to-decline.ts'
import { namesParticular } from './sentences/count-telling.ts'
import { saysTrouble } from './judge-sentence.ts'
import { isToBeGone, withoutGone } from './no-longer.ts'
import { isOrder, tellsState } from './tells-state.ts'
import { findErrorLine } from './traces/find-error-line.ts'
import { isUnreadLanguage } from '../words/is-unread-language.ts'
import { isLoose, isSlowness, isUnnamed } from './doubts/loose-words.ts'

/** Where or when it is so: `Memory leak in the worker`. */
const placed = /\b(?:in|on|at|to|of|by|for|from|with|without|when|while|after|before|during|under|since)\b/i

const hedged =
  /\b(?:maybe|perhaps|probably|possibly|or something|or so|(?<!more |most |less )likely|im(?:h)?o|in my (?:humble )?opinion|or there ?abouts?|should (?:\w+ )?consider|not sure|somehow|i guess|might be|could offer|vielleicht|eventuell|womöglich|peut-être|quiz[áa]s?|tal vez|a lo mejor|talvez|forse|misschien)\b|^i (?:understand|know|reali[sz]e|see) |也许|可能|或许|かもしれ|もしかし|возможно|может быть|아마|혹시/i

/** Who asks for one thing, and perhaps another: `Kindly add a bar, and perhaps a log`. */
const requests =
  /^(?:as an? (?:rfe|request),? )?(?:please|kindly|pls) (?!consider)\w+ (?:(?!maybe|perhaps|possibly)[^,])+,? and (?:maybe|perhaps|possibly)\b/i

/** It is always so where something runs at all: `Memory leak while running`. */
const anywhere =
  /\b(?:while|when|during|in|at|on|for|with) (?:it (?:is )?)?(?:running|run ?time|(?:general|normal|daily) use|use|usage|using it|all)\b/i

/** Nobody could tell that it is gone, unless it is told when it shows. */
const rare =
  /\b(?:sometimes|occasionally|randomly|at random|now and then|intermittently|from time to time|once in a while|rarely|manchmal)\b|偶尔|有时|時々/i

/** Of a longer sentence whose words are not read nobody knows which half of it is wanted. */
const longestUnread = 160

/** `Missing subtitle offset option`: what there should be. */
const lacking =
  /^(?:missing|lack of) (?:[\w-]+ ){1,6}(?:options?|settings?|buttons?|fields?|parameters?|methods?|functions?|flags?|columns?|props?|support)\b/i

/** `Button not aligned`: its verb is left out. */
const notSo = /\w \b(?:not|never) \w{2,}(?:ed|ing|en|able)\b|\w (?:wo|ca)n?['’]t \w|\w cannot \w/i

/** The one place that says whether words of an issue are clear enough to be put to a yes; undefined where they are. */
export function findDoubt({ text, doubt }: StatedItem): Doubt | undefined {
  if (hedged.test(text) && !requests.test(text)) return 'hedged'
  if (doubt !== undefined) return doubt
  if (text.length > longestUnread && isUnreadLanguage(text)) return 'among'
  if (isQuestion(text)) return 'asked'
  if (!isToBeGone(text)) return isLoose(text) ? 'loose' : undefined
  const gone = withoutGone(text)
  if (asksForTelling(gone)) return 'asked'
  if (isSlowness(gone)) return 'slow'
  if (isUnnamed(gone) && findErrorLine(gone) === undefined) return 'unnamed'
  if (/^(?:a |the )?(?:potential|possible)(?:ly)?\b/i.test(gone)) return 'named'
  if (rare.test(gone) && !placed.test(gone.replace(rare, ' ')) && !namesParticular(gone)) return 'named'
  const where = gone.replace(anywhere, ' ')
  const isClear =
    tellsState(where) ||
    notSo.test(where) ||
    lacking.test(gone) ||
    placed.test(where) ||
    namesParticular(gone) ||
    findErrorLine(gone) !== undefined
  return isClear ? undefined : 'named'
}

/** It is told as how things are, and should not be: no order, no question, no doubt, and no mere name of a fault. */
export function isComplaint(text: string): boolean {
  const isDoubted =
    findDoubt({ text, line: 1 }) !== undefined || /^(?:instead of|do not|don['’]t|never|avoid)\b/i.test(text)
  return saysTrouble(text) && tellsState(text) && !isOrder(text) && !isQuestion(text) && !isDoubted
}
