import type { Work } from '../records/work.ts'
import type { IssRecord } from '../records/iss-record.ts'
import type { IssueState } from '../records/session/session-state.ts'

/** What one issue brings into its session. It follows from the issue's own state, so that nobody has to read the others'. */
export interface SessionShare {
  issue: IssueState
  /** The plan that stands in the queue. */
  planned: string | null
  /** Loops of plans that were worked on before another plan took their place. */
  replaced: string[]
  /** The loop of that plan, once it has ended, be it with all done or not. */
  executed: string | null
}

/** The issue's row and plan, following the table of spec 001 §3; null before it is registered. */
export function sessionShare({
  record,
  plan,
  execution,
  loop,
  replaced = [],
}: Omit<Work, 'acts'>): SessionShare | null {
  if (record === null) return null
  const status = issueStatus(record)
  const ended = status === 'completed' || status === 'failed'
  return {
    issue: {
      id: record.id,
      title: record.frozen.title,
      status,
      solution_id: record.plan_id,
      planned_at: plan?.created_at ?? null,
      executed_at: ended ? (execution?.executed_at ?? record.stopped?.at ?? null) : null,
      error: record.stopped?.why ?? null,
    },
    planned: plan?.id ?? null,
    replaced: replaced.flatMap((one) => one.loop?.loop_id ?? []),
    executed: ended ? (loop?.loop_id ?? null) : null,
  }
}

function issueStatus({ phase }: IssRecord): IssueState['status'] {
  switch (phase) {
    case 'registered':
      return 'registered'
    case 'drafting':
    case 'awaiting_input':
      return 'planning'
    case 'proposed':
      return 'planned'
    case 'working':
      return 'executing'
    case 'completed':
      return 'completed'
    case 'stopped':
      return 'failed'
  }
}
