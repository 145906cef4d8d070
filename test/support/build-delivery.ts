import { createHash } from 'node:crypto'
import type { Delivery } from '../../src/application/ports/queues/inbox.ts'

/** A delivery of just now, whose body is like no other's unless `body` is given. */
export function buildDelivery(id: string, partition = 'octo-org/widgets#7', body = `{"id":"${id}"}`): Delivery {
  const receivedAt = new Date().toISOString()
  const bodyKey = createHash('sha256').update(body).digest('hex')
  const bytes = new TextEncoder().encode(body)
  return { id, event: 'issue_comment', body: bytes, bodyKey, partition, receivedAt, installationId: 5, run: null }
}
