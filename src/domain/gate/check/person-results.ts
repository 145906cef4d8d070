import type { AcceptanceCriterion } from '../../plan/acceptance-criterion.ts'
import { nameCriteria } from '../draft/name-criteria.ts'
import type { CriterionResult, GitHubReview } from '../../records/review.ts'
import { refuse } from '../draft/gate-draft.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { readNamedCriteria } from './named-criteria.ts'
import { recordText } from '../../language/message.ts'

type Approval = GateEventOf<'approved_by_person'>
type Rejection = GateEventOf<'rejected_by_person'>

/** Criteria that a command named and the version isn't held against; undefined where there are none. */
export function refuseUnknown(
  criteria: readonly AcceptanceCriterion[],
  { task, criteria: named = [] }: Approval | Rejection,
): Refusal | undefined {
  const ids = criteria.map((one) => one.id)
  const unknown = named.filter((id) => !ids.includes(id))
  return unknown.length === 0
    ? undefined
    : refuse(
        recordText('{task} has no criterion {criteria}', { task, criteria: unknown.join(', ') }),
        recordText('it has {criteria}', { criteria: nameCriteria(ids, criteria) }),
      )
}

/** What an approval says of each criterion: a model's silence may be judged by a person, its failure takes a waiver like any machine's. */
export function passByPerson(
  criteria: readonly AcceptanceCriterion[],
  known: readonly CriterionResult[],
  event: Approval,
): CriterionResult[] | Refusal {
  const byMachine = new Set(known.filter((one) => one.result !== 'none' && one.judge === undefined).map(({ id }) => id))
  const { login } = event.by
  const who = `@${login}`
  const evidence =
    event.why === ''
      ? recordText('judged by {who}', { who })
      : recordText('judged by {who}: {why}', { who, why: event.why })
  const open = criteria.filter(
    (one) => one.check_method === 'manual_review' || (one.check_method === 'model_review' && !byMachine.has(one.id)),
  )
  const judged = open.filter(({ id }) => event.criteria?.includes(id) ?? true)
  if (judged.length === 0 && event.criteria !== undefined)
    return refuse(
      recordText('{criteria} of {task} is checked automatically, and an approval does not change that', {
        criteria: nameCriteria(event.criteria, criteria),
        task: event.task,
      }),
      recordText('`/waive {task} {id} <why>` lets it go', {
        task: event.task,
        id: event.criteria[0] ?? '',
      }),
    )
  const said = event.criteria === undefined ? sayingOf(judged, event.why, 'good') : judged
  return (said.length === 0 ? judged : said).map(({ id }): CriterionResult => ({
    id,
    result: 'pass',
    evidence,
    judge: login,
    ...onGitHub(event),
  }))
}

/** What a rejection says of each criterion that is a person's to judge; the others stay as they were found. */
export function failByPerson(criteria: readonly AcceptanceCriterion[], event: Rejection): CriterionResult[] {
  const { by, why } = event
  return findRejected(criteria, event)
    .filter((one) => one.check_method === 'manual_review' || one.check_method === 'model_review')
    .map(({ id }): CriterionResult => ({ id, result: 'fail', evidence: why, judge: by.login, ...onGitHub(event) }))
}

function findRejected(
  criteria: readonly AcceptanceCriterion[],
  { criteria: named, why }: Rejection,
): AcceptanceCriterion[] {
  if (named !== undefined) return criteria.filter(({ id }) => named.includes(id))
  const said = sayingOf(criteria, why, 'bad')
  if (said.length > 0) return said
  const spared = readNamedCriteria(why)
  return criteria.filter((one) => one.check_method === 'manual_review' && !spared.has(one.id))
}

/** Those of the criteria that a remark names and doesn't say the opposite of. */
function sayingOf(criteria: readonly AcceptanceCriterion[], text: string, tone: 'good' | 'bad'): AcceptanceCriterion[] {
  const named = readNamedCriteria(text)
  return criteria.filter(({ id }) => named.get(id) === tone || named.get(id) === 'plain')
}

/** Names the review on GitHub that a person's verdict was said in; nothing for what a comment said. */
export function onGitHub({ kind, by, on_github: told }: Approval | Rejection): {
  github_review?: GitHubReview
} {
  if (told === undefined) return {}
  const state = kind === 'approved_by_person' ? 'APPROVED' : 'CHANGES_REQUESTED'
  return { github_review: { ...told, user_id: by.id, state } }
}

/** That version was rejected, and the approval lifts none of what it was rejected for. */
export function refuseFailed(
  task: string,
  results: readonly CriterionResult[],
  criteria: readonly AcceptanceCriterion[],
): Refusal {
  const failed = results.filter(({ result }) => result === 'fail')
  const byMachine = failed.filter(({ judge }) => judge === undefined).map(({ id }) => id)
  if (byMachine.length > 0)
    return refuse(
      recordText('{criteria} of {task} failed its automatic check, and an approval does not change that', {
        criteria: nameCriteria(byMachine, criteria),
        task,
      }),
      recordText('push a better version, or have a maintainer let it go with `/waive {task} {id} <why>`', {
        task,
        id: byMachine[0] ?? '',
      }),
    )
  const judged = failed
    .map(({ id, judge }) =>
      recordText('{criteria} does not hold, says {who}', { criteria: nameCriteria([id], criteria), who: `@${judge}` }),
    )
    .join('; ')
  return refuse(
    recordText('that version of {task} is rejected: {why}', { task, why: judged }),
    recordText('`/approve {task}` approves all of it', { task }),
  )
}
