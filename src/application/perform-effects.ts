import type { EffectKind, OwedEffect } from '../domain/effect.ts'
import type { WorkEvent, WorkEventBody } from '../domain/work/work-event.ts'
import { attempt, type OwedOf, type Performance } from './attempt-effect.ts'
import type { MachinePorts } from './machine-ports.ts'
import { type PullEffectKind, performPullEffect } from './perform-pull-effect.ts'
import { type RunEffectKind, startRunEffect } from './perform-run-effect.ts'
import { performThreadEffects, type ThreadEffectKind } from './perform-thread-effects.ts'
import { issueKey, type Signal } from './signal.ts'

const runKinds = ['draft_plan', 'run_task', 'review_version', 'export'] as const satisfies readonly RunEffectKind[]
const threadKinds = [
  'react',
  'say',
  'show_plan',
  'show_status',
  'set_label',
] as const satisfies readonly ThreadEffectKind[]
/** Confirmations alone wait this long for something to share a commit with. */
const confirmationDelayMs = 1_000

/** Carries out what is owed. Results come back as signals; long work goes on beside and reports later. */
export async function performEffects(ports: MachinePorts, performance: Performance): Promise<void> {
  const owed = performance.work.record?.outbox ?? []
  const pulls = owed.filter((one): one is OwedOf<PullEffectKind> => !isKind(one, runKinds) && !isKind(one, threadKinds))
  const runs = owed.filter((one): one is OwedOf<RunEffectKind> => isKind(one, runKinds))
  const thread = owed.filter((one): one is OwedOf<ThreadEffectKind> => isKind(one, threadKinds))
  // The integration branch must stand before a run's pull request is opened into it.
  const moved = await performInOrder(ports, performance, pulls)
  for (const one of runs) startRunEffect(ports, performance, one, (events) => report(ports, performance, events))
  // What just moved leads to the next decision, whose status is the one to show.
  const shown = moved ? thread.filter((one) => one.action.kind !== 'show_status') : thread
  const posted = await performThreadEffects(ports, performance, shown)
  report(ports, performance, posted)
}

function isKind<K extends EffectKind>(owed: OwedEffect, kinds: readonly K[]): owed is OwedOf<K> {
  return (kinds as readonly EffectKind[]).includes(owed.action.kind)
}

/** Returns whether one of them led to an event that changes the work. */
async function performInOrder(
  ports: MachinePorts,
  performance: Performance,
  owed: readonly OwedOf<PullEffectKind>[],
): Promise<boolean> {
  let moved = false
  for (const one of owed) {
    const body = await attempt(ports, performance, one, (again) =>
      performPullEffect(ports, performance, one.action, again, one.op),
    )
    report(ports, performance, [body])
    moved ||= body.kind !== 'effect_done'
  }
  return moved
}

/** Back into the issue's own queue, under the operation's id: a result counts once. */
function report(ports: MachinePorts, performance: Performance, bodies: readonly WorkEventBody[]): void {
  const { repository, work } = performance
  const number = work.record?.number
  if (number === undefined) return
  for (const body of bodies) {
    const op = 'op' in body && body.op !== null ? body.op : ports.newId()
    const event: WorkEvent = { key: `op:${op}:${body.kind}`, at: ports.now(), ...body }
    const signal: Signal = {
      repository,
      issueNumber: number,
      planNumber: null,
      key: event.key,
      at: event.at,
      kind: 'event',
      event,
    }
    const lazy = body.kind === 'effect_done' || body.kind === 'comment_shown'
    ports.signals.push(issueKey(repository, number), signal, lazy ? confirmationDelayMs : 0)
  }
}
