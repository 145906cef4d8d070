import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import type { CriterionResult, GitHubReview } from '../review.ts'
import type { GateEventOf } from './gate-event.ts'

/** What an approval says of each criterion: a model's silence may be judged by a person, its failure takes a waiver like any machine's. */
export function passByPerson(
  criteria: readonly AcceptanceCriterion[],
  known: readonly CriterionResult[],
  event: GateEventOf<'approved_by_person'>,
): CriterionResult[] {
  const hasResult = new Set(known.filter((one) => one.result !== 'none').map((one) => one.id))
  const { login } = event.by
  const evidence = event.why === '' ? `judged by @${login}` : `judged by @${login}: ${event.why}`
  return criteria
    .filter(
      (one) => one.check_method === 'manual_review' || (one.check_method === 'model_review' && !hasResult.has(one.id)),
    )
    .map(({ id }): CriterionResult => ({ id, result: 'pass', evidence, judge: login, ...onGitHub(event) }))
}

/** What a rejection says of each criterion that is a person's to judge. */
export function failByPerson(
  criteria: readonly AcceptanceCriterion[],
  event: GateEventOf<'rejected_by_person'>,
): CriterionResult[] {
  const { by, why } = event
  return criteria
    .filter((one) => one.check_method === 'manual_review')
    .map(({ id }): CriterionResult => ({ id, result: 'fail', evidence: why, judge: by.login, ...onGitHub(event) }))
}

/** Names the review on GitHub that a person's verdict was said in; nothing for what a comment said. */
export function onGitHub({ kind, by, on_github: told }: GateEventOf<'approved_by_person' | 'rejected_by_person'>): {
  github_review?: GitHubReview
} {
  if (told === undefined) return {}
  const state = kind === 'approved_by_person' ? 'APPROVED' : 'CHANGES_REQUESTED'
  return { github_review: { ...told, user_id: by.id, state } }
}
