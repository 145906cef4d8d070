import type { ActionOf, EffectAction, EffectKind } from '../../effects/effect.ts'
import type { Work } from '../../records/work.ts'
import { branchRules } from './branch-rules.ts'
import { checkRules } from './check-rules.ts'
import type { EffectRule, EffectRules, UnderPause } from './effect-rule.ts'
import { runRules } from './run-rules.ts'
import { threadRules } from './thread-rules.ts'

/** Everything that is known of each kind of effect, beside its shape and how it is carried out. */
const effectRules = { ...branchRules, ...checkRules, ...runRules, ...threadRules } satisfies EffectRules

type Performed = EffectRule<EffectKind>['performed']
type KindPerformed<P extends Performed> = {
  [K in EffectKind]: (typeof effectRules)[K]['performed'] extends P ? K : never
}[EffectKind]
export type InOrderKind = KindPerformed<'in_order'>
export type RunEffectKind = KindPerformed<'as_run'>
export type ThreadEffectKind = KindPerformed<'in_thread'>

/** Which of the three ways it is carried out in. */
export function isPerformed<P extends Performed, O extends { action: EffectAction }>(
  owed: O,
  performed: P,
): owed is O & { action: ActionOf<KindPerformed<P>> } {
  return effectRules[owed.action.kind].performed === performed
}

/** The row of an effect: both are of one kind, which the compiler can't see. */
export function ruleOf(action: EffectAction): EffectRule<EffectKind> {
  const rules: EffectRules = effectRules
  return rules[action.kind] as EffectRule<EffectKind>
}

/** What an effect does, in words that follow “could not”: `open the pull request of T1`. */
export function nameEffect(action: EffectAction): string {
  const { name } = ruleOf(action)
  return typeof name === 'string' ? name : name(action)
}

/**
 * Whether an owed effect still follows from the state; one that doesn't is dropped from the outbox. So a review of a
 * cancelled task or a merge whose approval was taken back is never carried out late.
 */
export function effectStands(
  { record, plan, execution }: Pick<Work, 'record' | 'plan' | 'execution'>,
  action: EffectAction,
): boolean {
  return record !== null && ruleOf(action).stands({ record, plan, execution }, action)
}

/** What a pause means for an owed effect (spec 002 §3, read before each effect). */
export function decideUnderPause(action: EffectAction): UnderPause {
  const { underPause } = ruleOf(action)
  return typeof underPause === 'string' ? underPause : underPause(action)
}
