import type { StatedItem } from '../../read/task-outline.ts'
import { givesOrder } from '../judge-sentence.ts'
import { isToBeGone } from '../no-longer.ts'
import { countTelling } from '../sentences/count-telling.ts'
import { sharesWords } from '../tells-state.ts'

/** What is known, is shown, or is asked of somebody, and no wish. */
const stray =
  /^(?:in order to|for example|e\.g\.|found by|however,? (?:i|we|reading)\b|as we|that['’]?s why|(?:to|of|in|for) which|need to decide|include the following|(?:and )?like we|once they|if (?:so|this)\b|unfortunately|that would be great in|a change\b|that said\b|anyway\b|fortunately\b|sorry\b|now let['’]s\b|therefore,? i\b|i['’]d guess\b|work around this\b|p\.? ?s\b|see (?:here|this|the|also)\b|(?:we )?need to (?:look into|investigate|figure)\b|how (?:would|does|do|is)\b|(?:split|moved|extracted|follow[- ]?up) (?:out )?(?:of|from|to) #|@)|\bthis (?:blocks|breaks|prevents|causes|means)\b|\bplease refer to\b|\banswer (?:these|my|the|this)\b|\b(?:give|provide|share) (?:me )?(?:your|an?|some) (?:explanation|opinion|advice|feedback|thoughts)\b|\b(?:ticketed|tracked|covered|discussed) in #\d|\b(?:in|on) your (?:computer|system|machine)\b/i
export function isStray(text: string): boolean {
  return stray.test(text)
}

/** `It should be kept`: of what the title names. */
const pointsBack = /^(?:it|this|that|these|those|they|there|also|furthermore)\b/i
/** Who asks how to do something tells what they do. */
const asks = /[?？]\s*$|^(?:how|what|why|where) /i
/** A title that names less may be of anything. */
const ofTitle = 2

/** What its author does or has seen, in the middle of a tale: `Once they occur, …`, `Opened the program`. */
export function isOfTale(text: string): boolean {
  return tale.test(text)
}

const tale =
  /^(?:once|before|after|when|while) (?:i|we|they|it)\b|^(?:i|we) (?:can|have|am|are|do not have|don['’]t have|tried|use)\b|^(?:opened|clicked|created|installed|ran|tried|looking for)\b/i

/** A sentence that wishes for something, or says what must be of what the title names; another may be a fact, a step or a reason. */
export function isAskedOf({ text, wished }: StatedItem, title: string): boolean {
  const isOrder = givesOrder(text) && !asks.test(title)
  const isPlain = wished === true || pointsBack.test(text) || isToBeGone(text) || isOrder
  return isPlain || countTelling(title) < ofTitle || sharesWords(text, title)
}
