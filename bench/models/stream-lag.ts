import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { usualCall } from '../../test/support/models/open-gateway.ts'
import type { Tell } from '../bench.ts'
import { median } from '../stage/median.ts'
import { openBenchGateway } from './open-bench-gateway.ts'

const pauseMs = 50

export interface StreamLag {
  /** By way of the gateway. */
  ours: number
  /** Asked directly, at the same time. */
  direct: number
}

/** Milliseconds from when a provider writes a piece of a stream until it is there, by the median. */
export async function measureStreamLag(tell: Tell, pieces: number): Promise<StreamLag> {
  const written = new Map<string, number[]>()
  const server = createServer((asked, answer) => {
    asked.resume()
    const writtenMs: number[] = []
    written.set(asked.headers.authorization === 'Bearer direct' ? 'direct' : 'ours', writtenMs)
    void (async () => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let at = 0; at < pieces; at += 1) {
        await wait(pauseMs)
        writtenMs.push(performance.now())
        answer.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: `piece ${at}` } }] })}\n\n`)
      }
      const end = {
        choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      }
      answer.end(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using opened = await openBenchGateway(`${provider}/v1`, tell)
  const order = { runId: 'lag', repository: 'acme/widgets', issue: 1, task: 'T1', reach: 'loopback' as const }
  await using run = await opened.gateway.open(order)
  const origin = run.reach.kind === 'loopback' ? run.reach.origin : ''
  const ask = (place: string, token: string) => {
    const { path, headers, json } = usualCall('chat', { isStreamed: true, model: 'same', token })
    return readPieces(`${place}${path}`, headers, JSON.stringify(json))
  }
  const [ours, direct] = await Promise.all([ask(origin, run.token), ask(provider, 'direct')])
  server.closeAllConnections()
  server.close()
  return {
    ours: lagOf(ours, written.get('ours') ?? [], pieces),
    direct: lagOf(direct, written.get('direct') ?? [], pieces),
  }
}

function lagOf(seenMs: readonly number[], writtenMs: readonly number[], pieces: number): number {
  if (seenMs.length < pieces) throw new Error(`of ${pieces} pieces ${seenMs.length} came by themselves`)
  return median(writtenMs.map((at, index) => (seenMs[index] ?? Number.POSITIVE_INFINITY) - at))
}

/** When each piece came, the last of them aside. */
function readPieces(url: string, headers: Record<string, string>, body: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const seen: number[] = []
    const asking = request(url, { method: 'POST', headers }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        const count = chunk.toString().match(/"content":"piece/g)?.length ?? 0
        if (count === 1) seen.push(performance.now())
      })
      answer.on('end', () => resolve(seen))
      answer.on('error', reject)
    })
    asking.on('error', reject)
    asking.end(body)
  })
}
