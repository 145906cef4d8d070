import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ModelGateway, ModelRunOrder, ModelStop } from '../../../src/application/ports/models/model-gateway.ts'
import { noModelUse } from '../../../src/domain/models/model-use.ts'

export const fakeToken = 'cst_canary_5f2e'

export interface FakeModels extends ModelGateway {
  orders: ModelRunOrder[]
  /** What was asked of it, and by which key. */
  asked: { key: string | undefined; body: string }[]
  /** Says no for good, at the next call. */
  stopNext(stop: ModelStop): void
}

/** A gateway that takes every call, and counts it. */
export async function createFakeModels(): Promise<FakeModels> {
  const orders: ModelRunOrder[] = []
  const asked: FakeModels['asked'] = []
  let next: ModelStop | null = null
  let stop: ModelStop | null = null
  let stopping = new AbortController()
  const answer = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push({ key: request.headers.authorization, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(next === null ? 200 : 403).end('{}')
      if (next === null) return
      stop = next
      stopping.abort()
    })
  })
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-models-'))
  await chmod(folder, 0o755)
  const path = join(folder, 'models.sock')
  const shared = createServer((request, response) => void answer.emit('request', request, response))
  answer.listen(path)
  await once(answer, 'listening')
  await chmod(path, 0o666)
  shared.listen(0, '127.0.0.1')
  await once(shared, 'listening')
  const origin = `http://127.0.0.1:${(shared.address() as AddressInfo).port}`
  return {
    models: ['model-1', 'model-2'],
    hasRegistries: false,
    orders,
    asked,
    stopNext: (given) => (next = given),
    async open(order) {
      orders.push(order)
      stop = null
      stopping = new AbortController()
      const before = asked.length
      const report = async () => {
        const calls = asked.length - before
        const tokens = { input: 100 * calls, cached: 0, output: 10 * calls, reasoning: 0 }
        return {
          use: { ...noModelUse, calls, tokens, models: calls > 0 ? ['model-1'] : [], cost_usd: calls / 100 },
          stop,
        }
      }
      return {
        token: fakeToken,
        reach: order.reach === 'socket' ? { kind: 'socket', path } : { kind: 'loopback', origin },
        report,
        end: report,
        stopped: stopping.signal,
        async [Symbol.asyncDispose]() {
          next = null
        },
      }
    },
    async close() {
      answer.close()
      shared.close()
      answer.closeAllConnections()
      shared.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
