import type { EffectAction } from '../../domain/effects/effect.ts'
import { ruleOf } from '../../domain/work/effects/effect-rules.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { Message } from '../ports/queues/message.ts'
import { isConfirmation, isQuiet } from './showing-pace.ts'

/**
 * Whether nothing but its confirmation can come of it, and nobody decides by whether it came. Such a confirmation waits for the
 * next commit of its issue: mostly somebody approves or our own work goes on. Who is killed meanwhile leaves it owed, and it is
 * looked for by its mark.
 */
export function isOnlyShown(action: EffectAction): boolean {
  return ruleOf(action).performed === 'in_thread' || action.kind === 'open_base'
}

/**
 * Confirmations that came only because it was time to show something, and may wait on. Without that, their own time has
 * come, or there is no more time to wait. One of the inbox, as of a run, waits for nothing: its partition would wait too.
 */
export function findWaiting(
  messages: readonly Message[],
  { now, timeAfter, confirmWithinMs }: Pick<MachinePorts, 'now' | 'timeAfter' | 'confirmWithinMs'>,
): Message[] {
  if (!isQuiet(messages) || messages.some(({ receipt }) => receipt !== undefined)) return []
  const at = now()
  const confirmations = messages.filter((message) => message.kind === 'event' && isConfirmation(message.event))
  return confirmations.some((one) => timeAfter(one.at, confirmWithinMs) <= at) ? [] : confirmations
}
