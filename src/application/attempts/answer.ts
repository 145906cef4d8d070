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
