import type { Configuration } from '../domain/configuration.ts'
import type { EffectAction, EffectKind, OwedEffect } from '../domain/effect.ts'
import type { Work } from '../domain/work/work.ts'
import type { WorkEventBody } from '../domain/work/work-event.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'
import { tracedPart, type Trace } from './trace.ts'

/** One effect may take several requests, and each may fail once; together they outlast an outage of half a minute. */
const maxTries = 8
const firstPauseMs = 500
const longestPauseMs = 10_000

export interface Performance {
  repository: RepositoryRef
  work: Work
  configuration: Configuration
  defaultBranch: { name: string; sha: string }
  /** Operations that this process decided; any other in the outbox was owed by another, who may have done it. */
  isOurs: (op: string) => boolean
  /** Operations whose result is in the queue already: done, though the state doesn't say so yet. */
  isReported: (op: string) => boolean
  noteReported: (op: string) => void
  /** Whether what mirrors the state (status comment, label) is brought up to date now. */
  showing: 'now' | 'held'
  /** So long confirmations wait for something to share a commit with. */
  confirmAfterMs: number
}

export type OwedOf<K extends EffectKind> = OwedEffect & { action: Extract<EffectAction, { kind: K }> }

/** Tries until it is done, refused or given up; a second try looks for the first one's mark before it acts. */
export async function attempt(
  ports: MachinePorts,
  performance: Pick<Performance, 'isOurs'>,
  owed: OwedEffect,
  act: (again: boolean) => Promise<WorkEventBody>,
): Promise<WorkEventBody> {
  const effect = owed.action.kind
  const began = Date.parse(ports.now())
  let result = 'thrown'
  ports.observe?.({ kind: 'effect_began', effect })
  try {
    const body = await tryUntilDone(ports, performance, owed, act)
    result = body.kind === 'gate' ? body.gate.kind : body.kind
    return body
  } finally {
    ports.observe?.({ kind: 'effect_ended', effect, result, ms: Date.parse(ports.now()) - began })
  }
}

async function tryUntilDone(
  ports: MachinePorts,
  performance: Pick<Performance, 'isOurs'>,
  owed: OwedEffect,
  act: (again: boolean) => Promise<WorkEventBody>,
): Promise<WorkEventBody> {
  const trace: Trace = { op: owed.op, ...(owed.action.kind === 'mirror_tasks' ? { urgency: 'background' } : {}) }
  let again = !performance.isOurs(owed.op)
  const about = { op: owed.op, kind: owed.action.kind }
  try {
    return await keepTrying(ports, about, () => {
      const isAgain = again
      again = true
      return tracedPart(trace, () => act(isAgain))
    })
  } catch (error) {
    return { kind: 'effect_failed', op: owed.op, what: owed.action.kind.replaceAll('_', ' '), why: explain(error) }
  }
}

/** Tries until it is done; throws what no later try will mend, and what the last try met. */
export async function keepTrying<T>(
  ports: Pick<MachinePorts, 'log' | 'wait'>,
  about: Readonly<Record<string, unknown>>,
  act: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      ports.log('warn', 'effect failed', { ...about, tries, why })
      if (tries === maxTries || !mayPass(error)) throw error
      await ports.wait(Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs))
    }
  }
}

/** True where the fault says that a later try may succeed. */
export function mayPass(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'retry' in error && error.retry === 'later'
}

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details =
    'details' in error && typeof error.details === 'string' && error.details !== '' ? ` (${error.details})` : ''
  return `${error.message}${details}`
}
