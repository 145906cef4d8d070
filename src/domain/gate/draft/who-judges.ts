import { canBeAsked, chooseReviewers } from '../../people/choose-reviewers.ts'
import { reviewerLogin } from '../../plan/check-reviewer.ts'
import type { Artifact } from '../../records/artifact.ts'
import type { CheckNode } from '../../records/node-state.ts'
import type { GateDraft } from './gate-draft.ts'
import type { JudgeFacts } from './gate-event.ts'

/** More people who are named nowhere are not asked by name. */
const mostOthers = 3

/**
 * Who is asked where a person must judge a version: whom the plan names for the CHECK, else who owns what it changes, else
 * those of the configuration, else who approved the plan; not its author. Where that leaves nobody, the others who may, as
 * far as that is known and they are few (decision 120).
 */
export function whoJudges(
  draft: GateDraft,
  check: Pick<CheckNode, 'id'>,
  artifact: Artifact,
  facts: JudgeFacts = {},
): string[] {
  return listAsked(draft, check, artifact, facts, draft.rules.askAtMost)
}

/** All of them, however many are asked at once. */
export function listPossibleJudges(draft: GateDraft, check: Pick<CheckNode, 'id'>, artifact: Artifact): string[] {
  return listAsked(draft, check, artifact, {}, Number.POSITIVE_INFINITY)
}

function listAsked(
  { plan, execution, rules }: GateDraft,
  check: Pick<CheckNode, 'id'>,
  { by, task }: Artifact,
  { owners = [], may_judge: may, open_requests: open = {} }: JudgeFacts,
  most: number,
): string[] {
  const planned = plan.checks.find((one) => one.id === check.id)
  const named = reviewerLogin(planned?.reviewer ?? '')
  const isOwn = !rules.allowSelf && by.kind === 'person'
  const barred = isOwn ? [by.login] : []
  const node = execution.nodes[task]
  const executor = node?.kind === 'ACTION' && node.executor.startsWith('@') ? [node.executor.slice(1)] : []
  const groups = [
    named === undefined ? [] : [named],
    owners,
    rules.reviewers,
    rules.approver === null ? [] : [rules.approver],
  ]
  const before = execution.reviews
    .filter((review) => review.check_task_id === planned?.task_id)
    .flatMap(({ reviewer }) => reviewer.split(', ').flatMap((name) => reviewerLogin(name) ?? []))
  const { away } = rules
  const chosen = chooseReviewers({ groups, barred, away, may, before, last: isOwn ? executor : [], open, most })
  if (chosen.length > 0 || !isOwn) return chosen
  const others = (may ?? []).filter((one) => canBeAsked({ barred, away }, one))
  return others.length > mostOthers ? [] : others.slice(0, most)
}
