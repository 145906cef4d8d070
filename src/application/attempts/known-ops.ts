import type { EffectAction, OwedEffect } from '../../domain/effects/effect.ts'
import { ruleOf } from '../../domain/work/effects/effect-rules.ts'

type Known = 'decided' | 'reported'
type Owed = Pick<OwedEffect, 'op' | 'action'>

/**
 * What this process knows of owed effects before the workflow branch says it: which ones it decided itself, so that
 * nobody can have tried them, and which ones have their result in the queue already, so that they aren't done twice.
 */
export class KnownOps {
  readonly #issues = new Map<string, Map<string, Known>>()

  /** After a decision on the issue `key`: what is newly owed is ours, what is no longer owed is forgotten. */
  update(key: string, before: readonly Owed[], owed: readonly Owed[]): void {
    const known = this.#issues.get(key)
    const others = new Set(before.filter(({ op }) => known?.has(op) !== true).map(({ action }) => action.kind))
    const former = new Set(before.map((one) => one.op))
    const next = new Map<string, Known>()
    for (const { op, action } of owed) {
      // The comment that this one is about may have been made for the one that it takes the place of.
      const isTried = former.has(op) || (isShown(action) && others.has(action.kind))
      const found = known?.get(op) ?? (isTried ? undefined : 'decided')
      if (found !== undefined) next.set(op, found)
    }
    if (next.size === 0) this.#issues.delete(key)
    else this.#issues.set(key, next)
  }

  /** Its result waits to be decided on. */
  report(key: string, op: string): void {
    const known = this.#issues.get(key) ?? new Map<string, Known>()
    this.#issues.set(key, known.set(op, 'reported'))
  }

  /** Its result was lost: whoever performs it again looks first whether it was done. */
  lose(key: string, op: string): void {
    this.#issues.get(key)?.delete(op)
  }

  /** Another process worked on the issue: whatever is owed, it may have tried. */
  forget(key: string): void {
    this.#issues.delete(key)
  }

  isOurs(key: string, op: string): boolean {
    return this.#issues.get(key)?.has(op) ?? false
  }

  isReported(key: string, op: string): boolean {
    return this.#issues.get(key)?.get(op) === 'reported'
  }
}

/** Of these there is one comment, whichever operation makes it. */
function isShown(action: EffectAction): boolean {
  const rule = ruleOf(action)
  return rule.performed === 'in_thread' && rule.shows !== null
}
