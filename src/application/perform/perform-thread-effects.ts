import { hideHostPaths } from '../../domain/paths/hide-host-paths.ts'
import type { EffectAction } from '../../domain/effects/effect.ts'
import type { Work } from '../../domain/records/work.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { explainObstacle } from '../../domain/rules/explain-obstacle.ts'
import { readObstacle } from '../../domain/rules/read-obstacle.ts'
import { ruleOf, type ThreadEffectKind } from '../../domain/work/effects/effect-rules.ts'
import type { MachinePorts, ViewPorts, TryPorts } from '../ports/machine-ports.ts'
import { attempt, explain, type OwedOf, type Performance, type Deferred } from '../attempts/attempt-effect.ts'
import { isOutage } from '../outage.ts'
import { CountersignFault } from '../fault.ts'
import type { Posted, ThreadPost } from '../ports/forge/thread.ts'
import { inSpan } from '../spans.ts'
import { tracedPart } from '../trace.ts'
import { readAsked } from './read-asked.ts'
import { confirmPost, makePost } from './thread-performers.ts'

type ThreadEffect = OwedOf<ThreadEffectKind>
type BaseEffect = OwedOf<'open_base'>

/**
 * What people read: reactions, comments and the label, in one call where they're independent; the integration branch with
 * them, where it is to be made.
 */
export async function performThreadEffects(
  ports: ViewPorts & TryPorts & Pick<MachinePorts, 'store' | 'thread'>,
  performance: Performance,
  owed: readonly ThreadEffect[],
  bases: readonly BaseEffect[] = [],
): Promise<(WorkEventBody | Deferred)[]> {
  const { repository, work } = performance
  const asked = await readAsked(
    ports,
    performance,
    owed.map(({ action }) => action),
  )
  const place = { repository, work, asked, isGone: false }
  const posts = owed.flatMap((one) => {
    const post = makePost(ports, place, one)
    return post === null ? [] : [{ one, post }]
  })
  const branches = bases.flatMap((one) => makeBranch(work.record, one))
  return postAll(ports, performance, [...branches, ...posts])
}

function makeBranch(record: Work['record'], one: BaseEffect): ToPost[] {
  const { op, action } = one
  return record?.base_sha == null
    ? []
    : [{ one, post: { kind: 'branch', op, branch: action.branch, sha: record.base_sha } }]
}

interface ToPost {
  one: ThreadEffect | BaseEffect
  post: ThreadPost
}

async function postAll(
  ports: TryPorts & Pick<MachinePorts, 'thread'>,
  performance: Performance,
  posts: readonly ToPost[],
): Promise<(WorkEventBody | Deferred)[]> {
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
        return confirmPost(one, outcome)
      }),
    ),
  )
  const done = posts.flatMap(({ one }) => {
    const outcome = outcomes.find((found) => found.op === one.op)
    return outcome?.ok === true ? [confirmPost(one, outcome)] : []
  })
  return [...done, ...retried.map((body, index) => quietFailure(body, failed[index]?.one.action))]
}

/** One of several that GitHub did not take, or did not answer. */
function toFault(outcome: Extract<Posted, { ok: false }> | undefined): Error {
  const why = outcome?.why ?? 'no answer'
  const obstacle = outcome?.obstacle ?? (outcome?.isOutage === false ? readObstacle(why) : null)
  if (obstacle !== null) return new CountersignFault('github_rule', explainObstacle(obstacle), '', undefined, obstacle)
  return outcome?.isOutage === false ? new Error(why) : new CountersignFault('github_unavailable', why, '')
}

/** Of some a failure is nothing to note. */
function quietFailure(body: WorkEventBody | Deferred, action: EffectAction | undefined): WorkEventBody | Deferred {
  const isNothing = action !== undefined && ruleOf(action).afterFailure === 'nothing'
  return isNothing && body.kind === 'effect_failed' ? { kind: 'effect_done', op: body.op } : body
}

async function postOrExplain(
  ports: Pick<MachinePorts, 'thread' | 'log'>,
  performance: Performance,
  posts: readonly ThreadPost[],
  again: boolean,
): Promise<Posted[]> {
  try {
    const op = posts.map((post) => post.op).join(' ')
    const post = () => ports.thread.post(performance.repository, posts, again)
    const span = {
      name: `post ${[...new Set(posts.map(({ kind }) => kind))].join(' ')}`,
      attributes: { 'countersign.op': op },
    }
    return await tracedPart({ op }, () => inSpan(span, post))
  } catch (error) {
    const why = explain(error)
    ports.log(isOutage(error) ? 'debug' : 'warn', 'posts failed', { ops: posts.map(({ op }) => op), why })
    return posts.map((post) => ({ op: post.op, ok: false, why: hideHostPaths(why), isOutage: isOutage(error) }))
  }
}
