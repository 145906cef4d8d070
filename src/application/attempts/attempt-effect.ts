import { hideHostPaths } from '../../domain/paths/hide-host-paths.ts'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import type { ActionOf, EffectKind, OwedEffect } from '../../domain/effects/effect.ts'
import { explainObstacle } from '../../domain/rules/explain-obstacle.ts'
import type { Work } from '../../domain/records/work.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { nameEffect, ruleOf } from '../../domain/work/effects/effect-rules.ts'
import { branchOfRules, findObstacle, nameObstacle } from './name-obstacle.ts'
import { isMachineFull } from '../machine-full.ts'
import { isOutage, mayPass } from '../outage.ts'
import type { MachinePorts, TryPorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { inSpan } from '../spans.ts'
import { tracedPart, type Trace } from '../trace.ts'

/** One effect may take several requests, and each may fail once; together they outlast half a minute. */
const maxTries = 8
const firstPauseMs = 500
const longestPauseMs = 10_000
/** An effect may fail for that long until it is left: where no answer comes at all, each try takes minutes. */
const longestFailingMs = 60_000
/** The same of a run: left, what an agent made is lost. */
const longestRunFailingMs = 10 * 60_000

/** How often what fails is tried on the spot; once, where something beside it was deferred just before. */
export interface RetryBudget {
  tries: number
  /** Once it has failed for so long, it is not tried on the spot any more. */
  failingMs: number
}

/** It can't be done for now, and will be: it stays owed, and is tried again later (decision 26). */
export interface Deferred {
  kind: 'deferred'
  op: string
  why: string
}

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
  /** Tried in vain: whoever tries again looks first whether it was done. */
  noteDeferred: (op: string) => void
  retryBudget: RetryBudget
  /** Whether what mirrors the state (status comment, label) is brought up to date now. */
  showing: 'now' | 'held'
}

export type OwedOf<K extends EffectKind> = OwedEffect & { action: ActionOf<K> }

/** A new one, for what was deferred so often before. */
export function createRetryBudget(deferrals: number): RetryBudget {
  return { tries: deferrals === 0 ? maxTries : 1, failingMs: longestFailingMs }
}

/** What an agent or tests came to is worth all tries, however often the run was deferred before. */
export function createRunRetryBudget(): RetryBudget {
  return { tries: maxTries, failingMs: longestRunFailingMs }
}

type Trying = Pick<Performance, 'isOurs' | 'retryBudget' | 'repository' | 'work'>

/** Tries until it is done, refused or deferred; a second try looks for the first one's mark before it acts. */
export async function attempt(
  ports: TryPorts,
  performance: Trying,
  owed: OwedEffect,
  act: (again: boolean) => Promise<WorkEventBody>,
): Promise<WorkEventBody | Deferred> {
  const effect = owed.action.kind
  const began = Date.parse(ports.now())
  let result = 'thrown'
  ports.observe?.({ kind: 'effect_began', effect })
  try {
    const span = { name: `effect ${effect}`, attributes: { 'countersign.op': owed.op }, ledBy: owed.traceparent }
    const body = await inSpan(span, () => tryUntilDone(ports, performance, owed, act))
    result = body.kind === 'gate' ? body.gate.kind : body.kind
    return body
  } finally {
    ports.observe?.({ kind: 'effect_ended', effect, result, ms: Date.parse(ports.now()) - began })
  }
}

async function tryUntilDone(
  ports: Pick<MachinePorts, 'now' | 'wait' | 'log' | 'rules'>,
  { isOurs, retryBudget, repository, work }: Trying,
  owed: OwedEffect,
  act: (again: boolean) => Promise<WorkEventBody>,
): Promise<WorkEventBody | Deferred> {
  const rule = ruleOf(owed.action)
  const trace: Trace = {
    op: owed.op,
    ...(rule.performed === 'as_run' && rule.inBackground ? { urgency: 'background' } : {}),
  }
  let again = !isOurs(owed.op)
  const about = { op: owed.op, kind: owed.action.kind }
  try {
    return await keepTrying(ports, about, retryBudget, () => {
      const isAgain = again
      again = true
      return tracedPart(trace, () => act(isAgain))
    })
  } catch (error) {
    const isForbidden = findObstacle(error) !== null
    const obstacle = isForbidden ? await nameObstacle(ports, repository, branchOfRules(work.record), error) : null
    const what = nameEffect(owed.action)
    if (obstacle !== null) return { kind: 'effect_failed', op: owed.op, what, why: explainObstacle(obstacle), obstacle }
    const why = explainToPeople(error)
    if (!isOutage(error)) return { kind: 'effect_failed', op: owed.op, what, why }
    retryBudget.tries = 1
    return { kind: 'deferred', op: owed.op, why }
  }
}

/** Tries until it is done; throws what no later try will mend, and what the last try met. */
export async function keepTrying<T>(
  ports: Pick<MachinePorts, 'log' | 'now' | 'wait'>,
  about: Readonly<Record<string, unknown>>,
  retryBudget: RetryBudget,
  act: () => Promise<T>,
): Promise<T> {
  let failingSince: number | undefined
  for (let tries = 1; ; tries += 1) {
    const triedAtMs = Date.parse(ports.now())
    try {
      return await act()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      // In an outage everything fails, over and over: one line says so (watch-outage.ts).
      ports.log(isOutage(error) ? 'debug' : 'warn', 'effect failed', { ...about, tries, why })
      failingSince ??= triedAtMs
      const isOver = tries >= retryBudget.tries || Date.parse(ports.now()) - failingSince >= retryBudget.failingMs
      // Room is made by people: another try at once would meet the same.
      if (isOver || !mayPass(error) || isMachineFull(error)) throw error
      await ports.wait(Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs))
    }
  }
}

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details =
    'details' in error && typeof error.details === 'string' && error.details !== '' ? ` (${error.details})` : ''
  return `${error.message}${details}`
}

/** The same for a thread or a record, which tell nothing of the server's folders. */
export function explainToPeople(error: unknown): string {
  return hideHostPaths(explain(error))
}
