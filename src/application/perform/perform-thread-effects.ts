import { hideHostPaths } from '../../domain/paths/hide-host-paths.ts'
import type { EffectAction } from '../../domain/effects/effect.ts'
import { answersOf } from '../../domain/effects/reply.ts'
import { sha256Hex } from '../../domain/text/sha256.ts'
import type { OpenIssue } from '../../domain/session/open-issue.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { renderPlanComment } from '../../views/plan/plan-comment.ts'
import { renderReply } from '../../views/replies/reply.ts'
import { renderStatusComment } from '../../views/status/status-comment.ts'
import type { Answer } from '../effects/answer.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { mark, markedBody, viewLinks } from '../effects/mark-body.ts'
import { attempt, explain, keepTrying, type OwedOf, type Performance, type PutOff } from '../effects/attempt-effect.ts'
import { isOutage, mayPass } from '../outage.ts'
import { CountersignFault } from '../fault.ts'
import type { Posted, ThreadPost } from '../ports/forge/thread.ts'
import { tracedPart } from '../trace.ts'

export type ThreadEffectKind =
  | 'react'
  | 'say'
  | 'fold_comment'
  | 'show_plan'
  | 'show_status'
  | 'set_label'
  | 'set_assignees'
type ThreadEffect = OwedOf<ThreadEffectKind>

/** What people read: reactions, comments and the label, in one call where they're independent. */
export async function performThreadEffects(
  ports: MachinePorts,
  performance: Performance,
  owed: readonly ThreadEffect[],
): Promise<(WorkEventBody | PutOff)[]> {
  const open = await readListed(
    ports,
    performance,
    owed.map(({ action }) => action),
  )
  const posts = owed.flatMap((one) => {
    const post = makePost(ports, performance, one.op, one.action, open)
    return post === null ? [] : [{ one, post }]
  })
  return postAll(ports, performance, posts)
}

async function postAll(
  ports: MachinePorts,
  performance: Performance,
  posts: readonly { one: ThreadEffect; post: ThreadPost }[],
): Promise<(WorkEventBody | PutOff)[]> {
  if (posts.length === 0) return []
  const again = posts.some(({ one }) => !performance.isOurs(one.op))
  const outcomes = await postOrExplain(
    ports,
    performance,
    posts.map(({ post }) => post),
    again,
  )
  const failed = posts.filter(({ one }) => outcomes.some((outcome) => outcome.op === one.op && !outcome.ok))
  const retried = await Promise.all(
    failed.map(({ one, post }) =>
      attempt(ports, { ...performance, isOurs: () => false }, one, async () => {
        const [outcome] = await ports.thread.post(performance.repository, [post], true)
        if (outcome === undefined || !outcome.ok) throw toFault(outcome)
        return confirm(one.op, one.action, outcome)
      }),
    ),
  )
  const done = posts.flatMap(({ one }) => {
    const outcome = outcomes.find((found) => found.op === one.op)
    return outcome?.ok === true ? [confirm(one.op, one.action, outcome)] : []
  })
  return [...done, ...retried.map((body, index) => quietFailure(body, failed[index]?.one.action))]
}

/** One of several that GitHub did not take, or did not answer. */
function toFault(outcome: Extract<Posted, { ok: false }> | undefined): Error {
  const why = outcome?.why ?? 'no answer'
  return outcome?.isOutage === false ? new Error(why) : new CountersignFault('github_unavailable', why, '')
}

const quiet = new Set<EffectAction['kind'] | undefined>(['react', 'fold_comment', 'set_assignees'])

/** Who can't be assigned, a reaction that can't be placed or a comment that can't be folded, mostly since it is gone, is nothing to note. */
function quietFailure(body: WorkEventBody | PutOff, action: EffectAction | undefined): WorkEventBody | PutOff {
  if (body.kind === 'effect_failed' && quiet.has(action?.kind)) return { kind: 'effect_done', op: body.op }
  return body
}

async function postOrExplain(
  ports: MachinePorts,
  performance: Performance,
  posts: readonly ThreadPost[],
  again: boolean,
): Promise<Posted[]> {
  try {
    const op = posts.map((post) => post.op).join(' ')
    return await tracedPart({ op }, () => ports.thread.post(performance.repository, posts, again))
  } catch (error) {
    const why = explain(error)
    ports.log(isOutage(error) ? 'debug' : 'warn', 'posts failed', { ops: posts.map(({ op }) => op), why })
    return posts.map((post) => ({ op: post.op, ok: false, why: hideHostPaths(why), isOutage: isOutage(error) }))
  }
}

function confirm(op: string, action: EffectAction, outcome: Extract<Posted, { ok: true }>): WorkEventBody {
  const shown = action.kind === 'show_plan' ? 'plan' : action.kind === 'show_status' ? 'status' : null
  if (shown === null || outcome.id === null || outcome.nodeId === null || !('plan_id' in action))
    return { kind: 'effect_done', op }
  return { kind: 'comment_shown', op, which: shown, plan_id: action.plan_id, id: outcome.id, node_id: outcome.nodeId }
}

function makePost(
  ports: MachinePorts,
  performance: Performance,
  op: string,
  action: ThreadEffect['action'],
  open: readonly OpenIssue[] | null,
): ThreadPost | null {
  const { record, plan, execution, loop } = performance.work
  switch (action.kind) {
    case 'set_label':
      return record === null ? null : { kind: 'label', op, subjectId: record.node_id, label: action.label }
    case 'set_assignees':
      return { kind: 'assign', op, number: action.number, add: action.add, remove: action.remove }
    case 'react':
      return { kind: 'react', op, nodeId: action.target.node_id, content: action.content }
    case 'fold_comment':
      return { kind: 'fold', op, nodeId: action.node_id }
    case 'say':
      return sayPost(ports, performance, op, action, open)
    case 'show_plan': {
      if (record === null || plan === null || plan.id !== action.plan_id) return null
      const body = renderPlanComment({ record, plan, links: viewLinks(ports, record) })
      return upsert(ports, performance, op, { kind: 'plan', key: plan.id, body, known: record.plan_comment })
    }
    case 'show_status': {
      if (record === null || plan === null || plan.id !== action.plan_id) return null
      const body = renderStatusComment({
        record,
        plan,
        execution,
        loop,
        links: viewLinks(ports, record),
        now: ports.now(),
      })
      return upsert(ports, performance, op, { kind: 'status', key: plan.id, body, known: record.status_comment })
    }
  }
}

/** What `/list` is answered with: as it stands when it is said. That it can't be read must not keep back what else is said. */
async function readListed(
  ports: MachinePorts,
  { repository, work }: Performance,
  actions: readonly EffectAction[],
): Promise<OpenIssue[] | null> {
  const asked = actions.find(
    (action) => action.kind === 'say' && answersOf(action.reply).some(({ kind }) => kind === 'list'),
  )
  if (asked?.kind !== 'say') return null
  try {
    return await ports.store.readOpen(repository, work.record?.number ?? asked.number)
  } catch (error) {
    ports.log('warn', 'open issues not read', { repository: repository.key, why: explain(error) })
    return null
  }
}

function sayPost(
  ports: MachinePorts,
  performance: Performance,
  op: string,
  action: Extract<EffectAction, { kind: 'say' }>,
  open: readonly OpenIssue[] | null,
): ThreadPost {
  const { record, plan, execution, loop } = performance.work
  const links = viewLinks(ports, record ?? { repository: performance.repository.key, number: action.number })
  const isApproved = record !== null && plan !== null && record.approved !== null
  const status = isApproved
    ? () => renderStatusComment({ record, plan, execution, loop, links, now: ports.now() })
    : null
  const text = renderReply(action.reply, { record, links, open, status })
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

interface Upsert {
  kind: 'plan' | 'status'
  key: string
  body: string
  known: { plan_id: string; id: number; node_id: string } | null
}

/** At most one plan comment and one status comment a plan, edited in place (design 3.8). */
function upsert(ports: MachinePorts, performance: Performance, op: string, one: Upsert): ThreadPost {
  const { record } = performance.work
  const body = markedBody(ports, one.kind, one.key, one.body)
  if (one.known !== null && one.known.plan_id === one.key)
    return { kind: 'edit', op, commentNodeId: one.known.node_id, commentId: one.known.id, body }
  return {
    kind: 'comment',
    op,
    subjectId: record?.node_id ?? null,
    number: record?.number ?? 0,
    mark: mark(ports, one.kind, one.key),
    body,
  }
}

/**
 * Answers for issues that have no record: owed by nobody, and posted once though a delivery comes again after a crash.
 * Throws where one could not be posted and may be later: whoever asked is still waiting, and no outbox says so.
 */
export async function postAnswers(
  ports: MachinePorts,
  performance: Performance,
  answers: readonly Answer[],
): Promise<void> {
  const open = await readListed(
    ports,
    performance,
    answers.map(({ action }) => action),
  )
  const posts = answers.flatMap(({ key, to, action }, index) => {
    const place = answers.slice(0, index).filter((one) => one.key === key && one.action.kind === action.kind).length
    // Hashed: a key may hold what a marker can't, like the name of a label.
    const op = sha256Hex(to == null ? `${key}#${place}` : `to ${to}`).slice(0, 16)
    if (action.kind === 'react')
      return [{ kind: 'react' as const, op, nodeId: action.target.node_id, content: action.content }]
    return action.kind === 'say' ? [sayPost(ports, performance, op, action, open)] : []
  })
  for (const post of posts) {
    const { op } = post
    try {
      await keepTrying(ports, { op, kind: 'say' }, performance.patience, () =>
        tracedPart({ op }, () => ports.thread.post(performance.repository, [post], true)),
      )
    } catch (error) {
      if (mayPass(error)) throw error
      ports.log('warn', 'answer refused', { op, why: explain(error) })
    }
  }
}
