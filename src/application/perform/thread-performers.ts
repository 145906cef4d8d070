import type { ActionOf, EffectKind, OwedEffect } from '../../domain/effects/effect.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Work } from '../../domain/records/work.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { ruleOf, type ThreadEffectKind } from '../../domain/work/effects/effect-rules.ts'
import { renderPlanComment } from '../../views/plan/plan-comment.ts'
import { renderReply } from '../../views/replies/reply.ts'
import { renderStatusAnswer } from '../../views/status/status-answer.ts'
import { renderStatusComment } from '../../views/status/status-comment.ts'
import type { OwedOf } from '../attempts/attempt-effect.ts'
import { mark, markedBody, viewLinks } from '../attempts/mark-body.ts'
import type { Posted, ThreadPost } from '../ports/forge/thread.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { AskedAnswers } from './read-asked.ts'

/** What a post is made from. */
export interface ThreadPlace {
  repository: RepositoryRef
  work: Work
  asked: AskedAnswers
  /** The comment that the state knows of is not there any more. */
  isGone: boolean
}

export type ThreadPorts = Pick<MachinePorts, 'sign' | 'web' | 'docs' | 'now' | 'actsAs'>

type OwedPost = Pick<OwedOf<ThreadEffectKind>, 'action' | 'op'>

/** Makes what is posted; null where there is nothing to post any more. */
type ThreadPerformer<K extends EffectKind> = (
  ports: ThreadPorts,
  place: ThreadPlace,
  action: ActionOf<K>,
  op: string,
) => ThreadPost | null

export const threadPerformers = {
  react: (_ports, _place, { target, content }, op) => ({ kind: 'react', op, nodeId: target.node_id, content }),
  say: makeReply,
  fold_comment: (_ports, _place, { node_id: nodeId }, op) => ({ kind: 'fold', op, nodeId }),
  show_plan: makePlanComment,
  show_status: makeStatusComment,
  set_label: (_ports, { work: { record } }, { label }, op) =>
    record === null ? null : { kind: 'label', op, subjectId: record.node_id, label },
  set_assignees: (_ports, { work: { record } }, { number, add, remove }, op) => {
    const subjectId = number === record?.number ? record.node_id : null
    return { kind: 'assign', op, number, subjectId, add, remove }
  },
} satisfies { [K in ThreadEffectKind]: ThreadPerformer<K> }

/** The post of an effect, by its kind. */
export function makePost(ports: ThreadPorts, place: ThreadPlace, { action, op }: OwedPost): ThreadPost | null {
  const performers: { [K in ThreadEffectKind]: ThreadPerformer<K> } = threadPerformers
  // Both are of one kind, which the compiler can't see.
  const make = performers[action.kind] as ThreadPerformer<ThreadEffectKind>
  return make(ports, place, action, op)
}

/** What a post came to. */
export function confirmPost(
  { op, action }: Pick<OwedEffect, 'op' | 'action'>,
  outcome: Extract<Posted, { ok: true }>,
): WorkEventBody {
  const rule = ruleOf(action)
  const which = rule.performed === 'in_thread' ? rule.shows : null
  if (which === null || outcome.id === null || outcome.nodeId === null || !('plan_id' in action))
    return { kind: 'effect_done', op }
  return { kind: 'comment_shown', op, which, plan_id: action.plan_id, id: outcome.id, node_id: outcome.nodeId }
}

function makeReply(
  ports: ThreadPorts,
  { repository, work, asked }: ThreadPlace,
  action: ActionOf<'say'>,
  op: string,
): ThreadPost {
  const { record, plan, execution, loop } = work
  const links = viewLinks(ports, record ?? { repository: repository.key, number: action.number })
  const isApproved = record !== null && plan !== null && record.approved !== null
  const status = isApproved
    ? () => renderStatusAnswer({ record, plan, execution, loop, links, now: ports.now() })
    : null
  const text = renderReply(action.reply, { record, links, ...asked, repository: repository.key, status })
  const subjectId = record !== null && action.number === record.number ? record.node_id : null
  return {
    kind: 'comment',
    op,
    subjectId,
    number: action.number,
    mark: mark(ports, 'say', op),
    body: markedBody(ports, 'say', op, text),
  }
}

function makePlanComment(
  ports: ThreadPorts,
  place: ThreadPlace,
  action: ActionOf<'show_plan'>,
  op: string,
): ThreadPost | null {
  const { record, plan, tuning } = place.work
  if (record === null || plan === null || plan.id !== action.plan_id) return null
  const text = renderPlanComment({ record, plan, tuning, links: viewLinks(ports, record), actsAs: ports.actsAs })
  const known = place.isGone ? null : record.plan_comment
  return upsert(ports, { record, op, which: 'plan', planId: plan.id, text, known })
}

function makeStatusComment(
  ports: ThreadPorts,
  place: ThreadPlace,
  action: ActionOf<'show_status'>,
  op: string,
): ThreadPost | null {
  const { record, plan, execution, loop } = place.work
  if (record === null || plan === null || plan.id !== action.plan_id) return null
  const links = viewLinks(ports, record)
  const text = renderStatusComment({ record, plan, execution, loop, links, now: ports.now() })
  const known = place.isGone ? null : record.status_comment
  return upsert(ports, { record, op, which: 'status', planId: plan.id, text, known })
}

interface Upsert {
  record: IssRecord
  op: string
  which: 'plan' | 'status'
  planId: string
  text: string
  known: { plan_id: string; id: number; node_id: string } | null
}

/** At most one plan comment and one status comment a plan, edited in place (design 3.8). */
function upsert(ports: ThreadPorts, { record, op, which, planId, text, known }: Upsert): ThreadPost {
  const body = markedBody(ports, which, planId, text)
  if (known !== null && known.plan_id === planId)
    return { kind: 'edit', op, commentNodeId: known.node_id, commentId: known.id, body }
  const { node_id: subjectId, number } = record
  return { kind: 'comment', op, subjectId, number, mark: mark(ports, which, planId), body }
}
