import { z } from 'zod'
import type { Dialect } from './dialect.ts'

/** A call's body as far as the gateway must know it. */
export interface CallBody {
  model: string | null
  isStreamed: boolean
  json: Record<string, unknown>
}

const BodySchema = z.looseObject({
  model: z.string().min(1).max(200).optional(),
  stream: z.boolean().nullish(),
})

/** Parses a call; a reason where it is none. */
export function readCall(dialect: Dialect, body: Buffer): CallBody | string {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return 'the body is not JSON'
  }
  const parsed = BodySchema.safeParse(value)
  if (!parsed.success) return 'the body is not a call of a model'
  const { model, stream } = parsed.data
  if (dialect !== 'gemini' && model === undefined) return 'the body names no model'
  return { model: model ?? null, isStreamed: stream === true, json: parsed.data }
}
