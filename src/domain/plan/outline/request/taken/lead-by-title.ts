import type { StatedItem } from '../../read/task-outline.ts'
import { titleNamesWork } from '../enough.ts'
import { isOfTitle, plainTitle } from '../issue-title.ts'
import { givesOrder } from '../judge-sentence.ts'
import { isToBeGone, withoutGone } from '../no-longer.ts'
import type { IssueRequest } from '../read-request.ts'
import { countTelling, namesParticular } from '../sentences/count-telling.ts'
import { coversWords, isOrder, sharesWords } from '../tells-state.ts'
import { findErrorLine } from '../traces/find-error-line.ts'
import { statesHow, takeFromTitle } from './take-from-title.ts'
import type { UnsaidIssue } from './unsaid-issue.ts'

/** A shorter title says less of what is wrong than a sentence does, and than one that names something in particular. */
const ofWrong = 3
const ofNamed = 5
const ofWhole = 3
const ofOrder = 3
/** It says so plainly, or of what the title names: `It is kept`. */
const says =
  /\b(?:should|expect\w*|must)\b|^(?:it|this|that|these|those|they|there|also|furthermore|no longer|keep|use)\b/i

/**
 * What a title says comes first; of the text, only what it plainly asks for, or says of the same thing, must hold besides: a
 * sentence picked from prose is often a fact, a step or a reason.
 */
export function leadByTitle(issue: UnsaidIssue): IssueRequest {
  const { title, request } = issue
  const plain = plainTitle(title)
  const isTitle = ({ text }: StatedItem): boolean => isOfTitle(text, title) || withoutGone(text).startsWith(plain)
  const said = [...request.derived, ...request.stated]
  if (said.length === 0) return request
  const titled = said.find((one) => isTitle(one)) ?? takeAsLead(issue, plain)
  const isChosen = !request.stated.some(({ text }) => offers.test(text))
  const kept = request.stated.filter((one) => isChosen && !isTitle(one))
  if (titled === undefined) return kept.length === 0 ? request : { ...request, stated: kept }
  if (isToBeGone(titled.text)) {
    const stated = kept.filter((one) => request.inForm || one.wished === true || saysOfIt(one, plain))
    const derived = stated.length > 0 && !said.includes(titled) ? request.derived : [titled]
    return { ...request, derived, stated }
  }
  // Beside a title that says so much, what is wished may be of anything.
  const isWhole = !request.inForm && countTelling(plain) >= ofWhole
  const stated = kept.filter((one) => !isWhole || givesOrder(one.text) || saysOfIt(one, plain))
  const isSaid = stated.some(({ text }) => coversWords(text, withoutOrder(plain)))
  return { ...request, stated: isSaid ? stated : [titled, ...stated] }
}

function saysOfIt({ text }: StatedItem, title: string): boolean {
  return says.test(text) || sharesWords(text, title)
}

/** A title that tells how something is may be what is wrong, and a mere name is no wish. */
function takeAsLead(issue: UnsaidIssue, plain: string): StatedItem | undefined {
  // What a program said tells more than that it was an error.
  if (issue.request.derived.some(({ text }) => findErrorLine(withoutGone(text)) !== undefined)) return undefined
  const titled = takeFromTitle(issue)
  if (titled?.kind === 'wrong') return saysMore(issue.request.derived, plain) ? undefined : titled
  // `Load time` may be a name.
  if (titled?.kind !== 'wanted' || plain.split(/\s+/).length < ofOrder) return undefined
  const mayBeWrong = issue.request.isBug || (statesHow(plain) && !isOrder(plain))
  return mayBeWrong && !titleNamesWork(plain) ? undefined : titled
}

/** `The link "Start" in README.md leads nowhere`, below `docs: dead link`. */
function saysMore(derived: readonly StatedItem[], title: string): boolean {
  const isNamed = derived.some(({ text }) => namesParticular(text)) && !namesParticular(title)
  return countTelling(title) < (isNamed ? ofNamed : ofWrong)
}

/** `a list of headers, or`: nobody has chosen yet. */
const offers = /[,;]? or$/i

/** `Add labels`: labels. */
function withoutOrder(title: string): string {
  return titleNamesWork(title) ? title.replace(/^\S+ /, '') : title
}
