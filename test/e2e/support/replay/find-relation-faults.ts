import type { IssRecord } from '../../../../src/domain/records/iss-record.ts'
import type { LoopState } from '../../../../src/domain/records/loop/loop-state.ts'
import type { SessionState } from '../../../../src/domain/records/session/session-state.ts'

/** Spec 001 §3: phase → IssueState, QueueItem, LoopState. */
const relations: Record<IssRecord['phase'], { issue: string; item: string | null; loop: string | null }> = {
  registered: { issue: 'registered', item: null, loop: null },
  drafting: { issue: 'planning', item: null, loop: null },
  awaiting_input: { issue: 'planning', item: null, loop: null },
  proposed: { issue: 'planned', item: 'pending', loop: null },
  working: { issue: 'executing', item: 'executing', loop: 'running' },
  completed: { issue: 'completed', item: 'completed', loop: 'completed' },
  stopped: { issue: 'failed', item: 'failed', loop: 'failed' },
}

export interface Related {
  session: SessionState | undefined
  loop: LoopState | undefined
}

/** Record, session and loop say the same of an issue. */
export function findRelationFaults(record: IssRecord, { session, loop }: Related): string[] {
  const wanted = relations[record.phase]
  const name = `${record.id} (${record.phase})`
  if (session === undefined) return [`${name} has no session`]
  const faults: string[] = []
  const issue = session.issues[record.id]?.status
  if (issue !== wanted.issue) faults.push(`${name} is ${issue} in its session`)
  const item = session.queue.find((one) => one.solution_id === record.plan_id)?.status
  const hasPlan = record.plan_hash !== null
  if (wanted.item !== null && hasPlan && item !== wanted.item) faults.push(`${name} is ${item} in the queue`)
  if (wanted.loop === null || record.loop_id === null) return faults
  const status = record.phase === 'working' && record.paused !== null ? 'paused' : wanted.loop
  if (loop?.status !== status) faults.push(`${name} has a loop that is ${loop?.status}`)
  return faults
}

/** Once nothing happens any more, nothing is owed, unless a person paused it (I13). */
export function findRestFaults(record: IssRecord): string[] {
  if (record.paused !== null) return []
  return record.outbox.map(({ op, action }) => `${record.id} still owes ${action.kind} (${op})`)
}
