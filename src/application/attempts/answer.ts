import { sha256Hex } from '../../domain/text/sha256.ts'
import type { EffectAction } from '../../domain/effects/effect.ts'

/**
 * An answer that no state owes; the key of the message or event it is to, and its place among those, name it. `to`: it is
 * the only one for that person instead, brought up to date.
 */
export interface ThreadAnswer {
  key: string
  to?: string | null
  action: EffectAction
}

/** Names what is answered where nothing is registered, in the marker of the answer. Hashed: a key may hold what a marker can't. */
export function answerOp(key: string, place = 0): string {
  return sha256Hex(`${key}#${place}`).slice(0, 16)
}
