import type { IncomingHttpHeaders } from 'node:http'
import type { Provider } from '../../../src/adapters/models/upstream/provider.ts'
import { placeholderKey } from './lay-models-file.ts'
import { findRole, type RecordedAnswer } from './recording.ts'
import { type CallServer, serveCalls } from './serve-calls.ts'

export interface Recorder extends CallServer {
  answers: RecordedAnswer[]
}

const ofConnection = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']

/**
 * Passes calls on to the providers, each by its number in the path, and keeps what they answer. A provider's no that is
 * tried again is left out: played again it would only take time. Neither questions nor headers are kept.
 */
export async function recordAnswers(providers: readonly Provider[], currentCase: () => string): Promise<Recorder> {
  const answers: RecordedAnswer[] = []
  const keys = providers.flatMap(({ key }) => key ?? [])
  const server = await serveCalls(async ({ url = '', method = 'GET', headers }, body, response) => {
    const [, at = '', rest = ''] = /^\/(\d+)(.*)$/.exec(url) ?? []
    const provider = providers[Number(at)]
    if (provider === undefined) throw new Error(`no provider is at ${url}`)
    const answer = await fetch(`${provider.baseUrl.replace(/\/$/, '')}${rest}`, {
      method,
      headers: passOn(headers, provider),
      ...(method === 'GET' ? {} : { body }),
    })
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type })
    const chunks: Uint8Array[] = []
    for await (const chunk of answer.body ?? []) {
      chunks.push(chunk)
      response.write(chunk)
    }
    const text = Buffer.concat(chunks).toString('utf8')
    if (method === 'POST' && answer.status !== 429 && answer.status < 500) {
      const kept = keys.reduce((so, key) => so.replaceAll(key, '[key]'), text)
      answers.push({ case: currentCase(), role: findRole(body), status: answer.status, type, body: kept })
    }
    response.end()
  })
  return { ...server, answers }
}

/** As the gateway asks; its placeholder of a key becomes the key. */
function passOn(headers: IncomingHttpHeaders, { key }: Provider): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value !== 'string' || ofConnection.includes(name) ? [] : [[name, value] as const],
  )
  const known = kept.filter(([, value]) => key !== null || !value.includes(placeholderKey))
  return Object.fromEntries(known.map(([name, value]) => [name, value.replaceAll(placeholderKey, key ?? '')]))
}
