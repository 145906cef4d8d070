import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createNodeMiddleware, Probot } from 'probot'
import { createQueues } from '../../src/adapters/postgres/create-queues.ts'
import { openEmbedded } from '../../src/adapters/queue/embedded/open-embedded.ts'
import { openServer } from '../../src/adapters/postgres/server/open-server.ts'
import { createMemoryQueues } from '../../src/adapters/queue/memory-queues.ts'
import type { Inbox } from '../../src/application/ports/queues/inbox.ts'
import type { Queues } from '../../src/application/ports/queues/queues.ts'
import { createLog } from '../../src/entrypoints/settings/create-log.ts'
import { createIntake } from '../../src/entrypoints/intake/intake.ts'
import { createMetrics } from '../../src/entrypoints/metrics/create-metrics.ts'
import { createWebhookListener, webhookPath } from '../../src/entrypoints/intake/webhook-listener.ts'
import { answerParent } from '../stage/child.ts'

export type ServerKind = 'probot' | 'postgres' | 'embedded' | 'memory'

export type ServeQuestion =
  | { kind: 'start'; server: ServerKind; secret: string; privateKey: string; database: string }
  | { kind: 'usage' }

export interface ServeAnswer {
  url: string
  /** Deliveries that wait in the inbox; null where there is none. */
  stored: number | null
  cpuMicros: number
}

interface Server {
  url: string
  inbox: Inbox | null
  close(): Promise<void>
}

const leaseMs = 60_000
let server: Server | undefined

async function answer(question: ServeQuestion): Promise<ServeAnswer> {
  if (question.kind === 'start') {
    server = await (question.server === 'probot' ? startProbot(question) : startIntake(question.server, question))
  }
  if (server === undefined) throw new Error('the server is not started')
  const { user, system } = process.cpuUsage()
  const stored = server.inbox === null ? null : await server.inbox.countWaiting()
  return { url: server.url, stored, cpuMicros: user + system }
}

interface StartOptions {
  secret: string
  privateKey: string
  /** An address, or a folder. */
  database: string
}

async function startIntake(kind: Exclude<ServerKind, 'probot'>, options: StartOptions): Promise<Server> {
  const queues = await openQueues(kind, options.database)
  const { inbox } = queues
  const intake = createIntake({
    secrets: [options.secret],
    context: () => ({
      ourLogins: ['bench[bot]'],
      appId: 1,
      holdsMarker: () => false,
      toOwnTime: (time: string) => time,
      now: new Date().toISOString(),
    }),
    store: (delivery) => inbox.store(delivery),
    storeDeadlineMs: 5_000,
    forget: async () => {},
    log: createLog('silent', (text) => text),
  })
  const { meterWebhooks } = createMetrics((text) => text)
  const http = await listen(
    createWebhookListener(meterWebhooks(intake), (_, response) => response.writeHead(404).end()),
  )
  const close = async () => {
    await http.close()
    await queues.close()
  }
  return { url: http.url, inbox, close }
}

async function openQueues(kind: Exclude<ServerKind, 'probot'>, database: string): Promise<Queues> {
  const runsPerRepository = 32
  const onFault = () => {}
  switch (kind) {
    case 'postgres':
      return createQueues(await openServer(database, () => {}), { leaseMs, runsPerRepository, onFault })
    case 'embedded':
      return openEmbedded(database, { runsPerRepository, onFault })
    case 'memory':
      return createMemoryQueues({ runsPerRepository })
  }
}

/** As Probot's own documents show it, with handlers that do nothing and without a log. */
async function startProbot({ secret, privateKey }: StartOptions): Promise<Server> {
  const probot = new Probot({ appId: 1, privateKey, secret, logLevel: 'fatal' })
  const middleware = await createNodeMiddleware(
    (app) => {
      app.onAny(() => {})
    },
    { probot, webhooksPath: webhookPath },
  )
  const http = await listen((request, response) => void middleware(request, response))
  return { ...http, inbox: null }
}

async function listen(listener: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const http = createServer(listener)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const close = async () => {
    http.close()
  }
  return { url: `http://127.0.0.1:${port}${webhookPath}`, close }
}

answerParent(answer, async () => server?.close())
