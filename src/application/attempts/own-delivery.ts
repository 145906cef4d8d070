import { z } from 'zod'
import type { Delivery } from '../ports/queues/inbox.ts'
import { issueKey, type Message } from '../ports/queues/message.ts'

/** Not one of GitHub's: the intake takes no webhook of that name. */
export const ownEvent = 'countersign'

/** News of our own work about one issue, as it waits in the inbox. `id`: unique; `run`: whose outcome it is. */
export function renderOwnDelivery(
  messages: readonly [Message, ...Message[]],
  { id, run }: { id: string; run: string | null },
): Delivery {
  const [{ repository, issueNumber, at }] = messages
  return {
    id: `${ownEvent}:${id}`,
    event: ownEvent,
    body: new TextEncoder().encode(JSON.stringify(messages)),
    // What happens twice is known by its key when it is decided on, not here.
    bodyKey: `${ownEvent}:${id}`,
    partition: issueKey(repository, issueNumber),
    receivedAt: at,
    installationId: repository.installationId,
    run,
  }
}

const kinds = [
  'labelled',
  'labelled_pull',
  'commented',
  'reviewed',
  'review_dismissed',
  'pull_closed',
  'pull_ready',
  'pull_seen',
  'merge_queued',
  'pushed',
  'branch_deleted',
  'retry_pressed',
  'ci',
  'issue_edited',
  'issue_left',
  'issue_reopened',
  'event',
  'show_due',
  'hold_lifted',
] as const satisfies readonly Message['kind'][]

const RefSchema = z.strictObject({ owner: z.string(), name: z.string(), key: z.string(), installationId: z.number() })
const OwnPayloadSchema = z.looseObject({
  repository: RefSchema,
  issueNumber: z.int().positive(),
  planNumber: z.int().nullable(),
  key: z.string(),
  at: z.string(),
  kind: z.enum(kinds),
})

/**
 * Reads what `renderOwnDelivery` wrote, maybe in another process. The envelope is checked; what is inside was made by our
 * own types, and a state that it would make invalid is refused when it is written.
 */
export function parseOwnMessages(body: unknown): Message[] {
  const isMessage = (one: unknown) => OwnPayloadSchema.safeParse(one).success
  return z.array(z.custom<Message>(isMessage, 'not a message of ours')).parse(body)
}
