import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from './fold-marks.ts'
import { asides, factLabels } from './outline-words.ts'
import { isLabel } from './section-titles.ts'

const aside = new RegExp(`^[*_]{0,2}${anyOf(asides)}[*_]{0,2}\\s*:`, 'i')
/** `@ada @team/docs this is a good one`: said to people. */
const toSomebody = /^@[a-z\d][\w/-]*(?=[\s,:])/i

const fact = new RegExp(`^[*_]{0,2}${anyOf(factLabels)}[*_]{0,2}\\s*:\\s*\\S`, 'i')

/** On a line of its own below a list: `Estimate: 3d`, `Design: https://…`. */
export function isFactText(text: string): boolean {
  return fact.test(foldMarks(text))
}

/** What people add below what must hold: `Note: …`, `Labels: …`, words to somebody. */
export function isAsideText(text: string): boolean {
  return aside.test(foldMarks(text)) || toSomebody.test(text)
}

/** A label with nothing behind it, as templates have them that nobody filled in. */
export function isBareLabel(text: string): boolean {
  return /^[^:]{1,40}:$/.test(foldMarks(text)) && isLabel(text)
}
