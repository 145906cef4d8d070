import { aloneFromAttempt, type InboxRow, maxRowsAtOnce } from '../../../application/ports/queues/inbox.ts'
import type { Query } from '../tables/database.ts'
import { toIsoTime } from '../tables/to-iso-time.ts'

const sql = `
with due as (
  select id, attempts + put_offs as handed, row_number() over (order by id) as place
  from countersign.inbox where lane = $1 and state = 'waiting' and not is_later and due_at <= now()
  order by id limit $2
), chosen as (
  select id from due
  where place = 1 or (select handed + 1 < $3 from due where place = 1)
)
update countersign.inbox set attempts = inbox.attempts + 1
from chosen where inbox.id = chosen.id
returning inbox.id, delivery_id, body_sha256, event, lane, body, received_at, installation_id, run, attempts, put_offs`

/** Hands out what is due in a partition, oldest first; alone what was handed out several times before. */
export async function takeRows(query: Query, partition: string): Promise<InboxRow[]> {
  const rows = await query(sql, [partition, maxRowsAtOnce, aloneFromAttempt])
  const taken = rows.map((row) => ({
    row: Number(row['id']),
    attempts: Number(row['attempts']),
    deferrals: Number(row['put_offs']),
    delivery: {
      id: String(row['delivery_id']),
      // The column is named after what it held first.
      bodyKey: String(row['body_sha256']),
      event: String(row['event']),
      partition: String(row['lane']),
      body: readBytes(row['body']),
      receivedAt: toIsoTime(row['received_at']),
      installationId: Number(row['installation_id']),
      run: typeof row['run'] === 'string' ? row['run'] : null,
    },
  }))
  return taken.toSorted((a, b) => a.row - b.row)
}

function readBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError('a stored body is bytes')
}
