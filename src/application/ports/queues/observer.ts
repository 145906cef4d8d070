import type { EffectKind } from '../../../domain/effects/effect.ts'

/** What the machine does, for those who count. Names and texts of people are not in it. */
export type MachineObservation =
  /** Messages of one issue were decided on. */
  | { kind: 'decided'; outcome: 'committed' | 'unchanged'; messages: number }
  /** They could not be handled to the end: they wait, or were given up. */
  | { kind: 'messages_failed'; messages: number }
  | { kind: 'effect_began'; effect: EffectKind }
  /** `result`: kind of the event that it came to. */
  | { kind: 'effect_ended'; effect: EffectKind; result: string; ms: number }
