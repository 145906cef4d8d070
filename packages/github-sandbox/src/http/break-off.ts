import { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

const mark = 'x-sandbox-breaks-off'

/** In place of an answer: the connection is reset before its first byte, or in the middle of the given answer's body. */
export async function breakOff(answer?: Response): Promise<Response> {
  if (answer === undefined) return new Response(null, { status: 502, headers: { [mark]: 'reset' } })
  const bytes = await answer.arrayBuffer()
  const headers = new Headers(answer.headers)
  headers.set(mark, 'middle')

  return new Response(bytes, { status: answer.status, headers })
}

/** Sends an answer that breaks off as such; any other is given back as it is. */
export async function sendBroken(answer: Response, outgoing: ServerResponse | Http2ServerResponse): Promise<Response> {
  const how = answer.headers.get(mark)
  if (how === null || !(outgoing instanceof ServerResponse)) return answer
  if (how === 'reset') {
    outgoing.socket?.resetAndDestroy()
    return RESPONSE_ALREADY_SENT
  }
  const bytes = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== mark))
  outgoing.writeHead(answer.status, { ...headers, 'content-length': Math.max(bytes.length, 1) })
  await new Promise<void>((resolve) => {
    outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => resolve())
  })
  outgoing.destroy()

  return RESPONSE_ALREADY_SENT
}
