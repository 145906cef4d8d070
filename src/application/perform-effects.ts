import type { Configuration } from '../domain/configuration.ts'
import type { EffectAction, EffectKind, OwedEffect } from '../domain/effect.ts'
import type { Work } from '../domain/work/work.ts'
import type { WorkEvent, WorkEventBody } from '../domain/work/work-event.ts'
import type { MachinePorts } from './machine-ports.ts'
import { type PullEffectKind, performPullEffect } from './perform-pull-effect.ts'
import { type RunEffectKind, startRunEffect } from './perform-run-effect.ts'
import { performThreadEffects, type ThreadEffectKind } from './perform-thread-effects.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'
import { issueKey, type Signal } from './signal.ts'

const runKinds = ['draft_plan', 'run_task', 'review_version', 'export'] as const satisfies readonly RunEffectKind[]
const threadKinds = [
  'react',
  'say',
  'show_plan',
  'show_status',
  'set_label',
] as const satisfies readonly ThreadEffectKind[]
const maxTries = 4
/** Confirmations alone wait this long for something to share a commit with. */
const confirmationDelayMs = 1_000

export interface Performance {
  repository: RepositoryRef
  work: Work
  configuration: Configuration
  /** Operations that this process decided; any other in the outbox was owed by another, who may have done it. */
  isOurs: (op: string) => boolean
}

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

export type OwedOf<K extends EffectKind> = OwedEffect & { action: Extract<EffectAction, { kind: K }> }

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

/** Tries until it is done, refused or given up; a second try looks for the first one's mark before it acts. */
export async function attempt(
  ports: MachinePorts,
  performance: Performance,
  owed: OwedEffect,
  act: (again: boolean) => Promise<WorkEventBody>,
): Promise<WorkEventBody> {
  let again = !performance.isOurs(owed.op)
  for (let tries = 1; ; tries += 1) {
    try {
      return await act(again)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      ports.log('warn', 'effect failed', { op: owed.op, kind: owed.action.kind, tries, why })
      if (tries === maxTries || !mayHelp(error)) {
        return { kind: 'effect_failed', op: owed.op, what: owed.action.kind.replaceAll('_', ' '), why: explain(error) }
      }
      again = true
      await ports.wait(250 * 2 ** tries)
    }
  }
}

function mayHelp(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'retry' in error && error.retry === 'later'
}

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details =
    'details' in error && typeof error.details === 'string' && error.details !== '' ? ` (${error.details})` : ''
  return `${error.message}${details}`
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
