import { answerParent } from '../stage/child.ts'
import { percentile } from '../stage/percentile.ts'
import { type Connection, openConnection, renderRequest } from './send.ts'
import { makeWebhooks } from './webhooks.ts'

export interface LoadQuestion {
  url: string
  secret: string
  webhooks: number
  /** Connections that each send the next webhook when the one before was answered; as many as webhooks: all at once. */
  connections: number
}

export interface LoadAnswer {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** How many were answered with which status. */
  statuses: Record<string, number>
  /** Processor time of the sender, for each webhook. */
  senderMicros: number
}

/** Everything is made and signed before the first is sent. */
async function load({ url, secret, webhooks, connections }: LoadQuestion): Promise<LoadAnswer> {
  const target = new URL(url)
  const requests = makeWebhooks(webhooks, secret).map((webhook) => renderRequest(webhook, target))
  const opened = Array.from({ length: connections }, () => openConnection(target))
  const waits: number[] = []
  const statuses: Record<string, number> = {}
  let next = 0
  const sendAll = async (connection: Connection): Promise<void> => {
    for (let request = requests[next]; request !== undefined; request = requests[next]) {
      next += 1
      const { status, ms } = await connection.send(request)
      waits.push(ms)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const [started, used] = [performance.now(), process.cpuUsage()]
  await Promise.all(opened.map(sendAll))
  const tookMs = performance.now() - started
  const { user, system } = process.cpuUsage(used)
  for (const connection of opened) connection.close()
  return {
    perSecond: (webhooks / tookMs) * 1_000,
    p50Ms: percentile(waits, 50),
    p99Ms: percentile(waits, 99),
    statuses,
    senderMicros: (user + system) / webhooks,
  }
}

answerParent(load)
