import type { IncomingMessage } from 'node:http'
import type { ModelRefusal } from '../dialects/render-refusal.ts'

/** The whole body of a call, within bounds; why not, where there is none. Throws where whoever asks is gone. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | ModelRefusal> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers
  if (encoding !== 'identity') return { kind: 'unsupported', message: 'bodies are taken as they are, not compressed' }
  const tooLarge: ModelRefusal = { kind: 'too_large', message: `a call may have ${Math.floor(maxBytes / 1e6)} MB` }
  if (Number(length ?? 0) > maxBytes) return tooLarge
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
