import type { EffectKind, OwedEffect } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { explain, type OwedOf, type Performance } from '../attempts/attempt-effect.ts'
import { mergeConfirmed, prepareMerge } from '../branches/merge-task.ts'
import type { BranchPorts, TryPorts, ViewPorts } from '../ports/machine-ports.ts'
import { tracedPart } from '../trace.ts'
import { renderVerdict } from './check-performers.ts'

interface VerdictAndMerge {
  verdict: OwedOf<'post_verdict'>
  merge: OwedOf<'merge_task'>
}

/** A verdict with the merge that waits for nothing else, where nobody can have tried either before. */
export function findVerdictAndMerge(
  { isOurs, retryBudget }: Pick<Performance, 'isOurs' | 'retryBudget'>,
  verdict: OwedEffect,
  owed: readonly OwedEffect[],
): VerdictAndMerge | undefined {
  // In an outage each is looked for and tried by itself.
  if (!isOf(verdict, 'post_verdict') || retryBudget.tries === 1 || !isOurs(verdict.op)) return undefined
  const merges = owed.flatMap((one) => (isOf(one, 'merge_task') ? [one] : []))
  const merge = merges.find(({ op, action }) => action.task === verdict.action.task && isOurs(op))
  return merge && { verdict, merge }
}

function isOf<K extends EffectKind>(one: OwedEffect, kind: K): one is OwedOf<K> {
  return one.action.kind === kind
}

/**
 * Posts a verdict and merges what it approves in one request, once: what each came to, by its operation. What isn't in it
 * is done by itself, and where a request was sent looked for first.
 */
export async function postAndMerge(
  ports: ViewPorts & BranchPorts & TryPorts,
  performance: Performance,
  { verdict, merge }: VerdictAndMerge,
): Promise<Map<string, WorkEventBody>> {
  const done = new Map<string, WorkEventBody>()
  try {
    const prepared = await prepareMerge(ports, performance, merge.action, merge.op)
    if (prepared.kind === 'told') return done
    const posts = renderVerdict(ports, performance, verdict.action, verdict.op)
    const outcome = await tracedPart({ op: `${verdict.op} ${merge.op}` }, () =>
      ports.pullRequests.postAndMerge(performance.repository, posts, prepared.merge),
    )
    if (outcome === null) return done
    if (outcome.isPosted) done.set(verdict.op, { kind: 'effect_done', op: verdict.op })
    if (outcome.mergeSha !== null) done.set(merge.op, mergeConfirmed(merge.op, merge.action, outcome.mergeSha))
  } catch (error) {
    ports.log('debug', 'a verdict was not posted with its merge', { op: verdict.op, why: explain(error) })
  }
  for (const { op } of [verdict, merge]) if (!done.has(op)) performance.noteDeferred(op)
  return done
}
