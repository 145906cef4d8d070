import { z } from 'zod'
import type { Delivery } from '../ports/queues/inbox.ts'
import { issueKey, type Signal } from '../ports/queues/signal.ts'

/** Not one of GitHub's: the intake takes no webhook of that name. */
export const ownEvent = 'countersign'

/** News of our own work about one issue, as it waits in the inbox. `id`: unique; `run`: whose outcome it is. */
export function renderOwnDelivery(
  signals: readonly [Signal, ...Signal[]],
  { id, run }: { id: string; run: string | null },
): Delivery {
  const [{ repository, issueNumber, at }] = signals
  return {
    id: `${ownEvent}:${id}`,
    event: ownEvent,
    body: new TextEncoder().encode(JSON.stringify(signals)),
    // What happens twice is known by its key when it is decided on, not here.
    bodyKey: `${ownEvent}:${id}`,
    lane: issueKey(repository, issueNumber),
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
] as const satisfies readonly Signal['kind'][]

const RefSchema = z.strictObject({ owner: z.string(), name: z.string(), key: z.string(), installationId: z.number() })
const EnvelopeSchema = z.looseObject({
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
export function parseOwnSignals(body: unknown): Signal[] {
  const isSignal = (one: unknown) => EnvelopeSchema.safeParse(one).success
  return z.array(z.custom<Signal>(isSignal, 'not a signal of ours')).parse(body)
}
