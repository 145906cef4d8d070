import { recordText } from '../language/message.ts'
import type { AcceptanceCriterion } from './acceptance-criterion.ts'

/** The reviewer of a CHECK for which the plan names nobody: machines judge what they can, people the rest. */
export const rulesReviewer = 'rules'

/** Who reviewed, as people read it: `automatic checks and @ada` of `rules, @ada`. */
export function describeReviewer(reviewer: string): string {
  const names = reviewer.split(', ').map((name) => (name === rulesReviewer ? recordText('automatic checks') : name))
  const [first = '', ...others] = names
  if (first === recordText('automatic checks') && others.length === 1)
    return recordText('automatic checks and {who}', { who: others.join('') })
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The login of a person who is named as a CHECK's reviewer (`@ada`); undefined for any other name. */
export function reviewerLogin(reviewer: string): string | undefined {
  return /^@([a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38})$/i.exec(reviewer.trim())?.[1]
}

/** Without one of these a person named as reviewer would never be asked. */
export function isJudgedByPerson({ check_method: method }: Pick<AcceptanceCriterion, 'check_method'>): boolean {
  return method === 'manual_review' || method === 'model_review'
}
