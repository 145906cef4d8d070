import { recordText } from '../../../domain/language/message.ts'
import { APICallError } from 'ai'
import type { ModelFailure } from '../../../application/ports/models/language-model.ts'
import type { ModelStop } from '../../../application/ports/models/model-gateway.ts'

/** What a failed question comes to. The gateway's own word counts before what the library made of it. */
export function classifyFailure(
  error: unknown,
  { stop, isEnded, isLate }: { stop: ModelStop | null; isEnded: boolean; isLate: boolean },
): ModelFailure {
  if (stop !== null) return { kind: failureOf(stop), reason: stop.reason }
  if (isEnded) return { kind: 'ended', reason: recordText('it was ended') }
  if (isLate) return { kind: 'late', reason: recordText('it gave no answer in its time') }
  const reason = error instanceof Error ? error.message : String(error)
  if (!APICallError.isInstance(error))
    return { kind: 'outage', reason: recordText('its answer broke off: {why}', { why: reason }) }
  const { statusCode = 0 } = error
  // 424: the gateway has tried for as long as it makes sense. Any other no is to the call itself, and the same again gets the same.
  const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 424
  return {
    kind: isRefusal ? 'refused' : 'outage',
    reason: statusCode === 0 ? recordText('no answer: {why}', { why: reason }) : `${statusCode}: ${reason}`,
  }
}

function failureOf({ kind }: ModelStop): ModelFailure['kind'] {
  switch (kind) {
    case 'limit':
      return 'limit'
    case 'provider_refused':
      return 'refused'
    case 'provider_failing':
      return 'outage'
  }
}
