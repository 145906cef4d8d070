import { keepInside } from '../dialects/keep-inside.ts'
import type { CallBody } from '../dialects/read-call.ts'
import type { Route } from '../dialects/read-route.ts'
import type { ModelRefusal } from '../dialects/render-refusal.ts'
import { translateCall, type Translation } from '../translation/translate-call.ts'
import type { CallTarget } from './choose-model.ts'
import type { GatewayOptions } from './gateway-options.ts'

/** A call as its provider gets it; the very same object where nothing in it must be otherwise. */
export interface AdaptedCall {
  json: Record<string, unknown>
  /** The provider is asked to tell of tokens, and whoever called did not ask. */
  hidesUsage: boolean
  /** Where the provider is asked in another dialect than the agent's. */
  translation: Translation | null
  dropped: string[]
}

/** The model by the provider's name, what that would run itself taken out, and the provider's dialect in place of the agent's. */
export function adaptCall(
  { hostedTools }: Pick<GatewayOptions, 'hostedTools'>,
  { dialect, isStreamed: isStreamedByPath }: Extract<Route, { kind: 'call' }>,
  body: CallBody,
  target: CallTarget,
): AdaptedCall | ModelRefusal {
  const inspected = keepInside(dialect, body.json)
  const isKept = hostedTools === 'allowed'
  if (!isKept && inspected.address !== null)
    return {
      kind: 'not_allowed',
      message: `the call has an address for the provider to fetch (${inspected.address}); what a model is to see is sent with the call`,
    }
  const json = isKept ? body.json : inspected.json
  const dropped = isKept ? [] : inspected.dropped
  const isStreamed = isStreamedByPath ?? body.isStreamed
  const model = target.model.upstream
  if (dialect !== 'chat' && target.dialect !== dialect) {
    const setting = { model, name: target.model.name, kind: target.provider.kind, isStreamed }
    const translation = translateCall(dialect, json, setting)
    if (typeof translation === 'string') return { kind: 'malformed', message: translation }
    return { json: translation.json, hidesUsage: false, translation, dropped: [...dropped, ...translation.dropped] }
  }
  const named = dialect === 'gemini' || json['model'] === model ? json : { ...json, model }
  const options = asObject(json['stream_options'])
  const hidesUsage = dialect === 'chat' && isStreamed && options['include_usage'] !== true
  const adapted = hidesUsage ? { ...named, stream_options: { ...options, include_usage: true } } : named
  return { json: adapted, hidesUsage, translation: null, dropped }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
