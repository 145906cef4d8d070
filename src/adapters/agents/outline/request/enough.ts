import { judgeStatement } from '../../../../domain/planning/judge-statement.ts'
import { namesWork } from '../find-reason-to-decline.ts'
import type { Passage } from './gather-passages.ts'
import { countTelling } from './judge-sentence.ts'

/** From so many telling words on, what is wrong or to be done is something in particular. */
const ofTrouble = 3
const ofOpinion = 6
const ofWork = 2
/** To fix, improve or update may be anything: more must be said. */
const wideVerbs =
  /^\W*(?:please )?(?:fix|improve|update|refactor|clean|optimi[sz]e|enhance|handle|polish|simplify|modernize|rework|restructure)\b|^(?:修复|改进|优化|完善|更新|重构|调整)/i
/** What one person thinks of it. */
const opinion =
  /\b(?:confusing|bad|ugly|terrible|awful|annoying|horrible|sucks?|weird|poor|inconsistent|hard to|difficult to)\b/i
const denies =
  /\b(?:doesn['’]t|does not|isn['’]t|is not|don['’]t|do not|aren['’]t|fails?|can['’]t|cannot|won['’]t|never)\b/i
const orders = /^(?:please )?(?:fix|prevent|avoid|handle|stop|warn|ensure|make|reject|throw|add|allow|remove|do)\b/i

/** `Add a --json flag`; `Upgrade guide does not mention x` begins with a noun. */
export function titleNamesWork(title: string): boolean {
  return namesWork(title) && (orders.test(title) || !denies.test(title))
}

/** Title and text together name something in particular to be done. */
export function saysEnoughOfWork(title: string, passages: readonly Passage[]): boolean {
  const told = passages.filter(({ part }) => part !== 'reproduction').slice(0, 20)
  const telling = countTelling(title) + told.reduce((sum, { text }) => sum + countTelling(text), 0)
  return telling >= (wideVerbs.test(title) ? ofTrouble : ofWork)
}

/** A title that names a thing to have: `Dark theme`. */
export function namesThing(title: string): boolean {
  return countTelling(title) >= ofWork
}

/** What is wrong is something in particular, and more than an opinion or praise of something else. */
export function isSpecificTrouble(text: string): boolean {
  if (/[?？]$/.test(text) || countTelling(text) < (opinion.test(text) ? ofOpinion : ofTrouble)) return false
  return judgeStatement(text).concrete
}
