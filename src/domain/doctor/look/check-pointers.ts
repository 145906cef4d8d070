import { hashPlan } from '../../plan/plan-hash.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { SessionState } from '../../records/session/session-state.ts'
import type { Work } from '../../records/work.ts'
import { broken, lookAtHistory, type Looked } from '../looked.ts'

/** Plan, execution, loop and session are those that the record names, and the plan hashes to what was approved. */
export function checkPointers(looked: Looked, work: Work, record: IssRecord, session: SessionState | null): void {
  checkPlanRecord(looked, work, record)
  const { execution, loop } = work
  const started = record.phase === 'working' || record.phase === 'completed'
  const solution = execution?.solution_id ?? null
  looked.expect(execution === null ? !started : solution === record.plan_id, () => {
    const found = solution === null ? 'there is no execution record' : `its execution record is about ${solution}`
    return broken('execution_missing', [], `${record.id} works on ${record.plan_id}, but ${found}`, lookAtHistory)
  })
  looked.expect((loop?.loop_id ?? null) === record.loop_id, () => {
    const found = loop === null ? 'that file is missing' : `the file is about ${loop.loop_id}`
    return broken('loop_missing', [], `${record.id} names the loop ${record.loop_id}, but ${found}`, lookAtHistory)
  })
  checkSession(looked, work, record, session)
}

function checkPlanRecord(looked: Looked, { plan }: Work, record: IssRecord): void {
  const needed = record.phase === 'proposed' || record.phase === 'working' || record.phase === 'completed'
  const fits = plan === null ? !needed : plan.id === record.plan_id && plan.issue_id === record.id
  looked.expect(fits, () => {
    const found = plan === null ? 'there is no plan file' : `the plan file is about ${plan.id}`
    return broken('plan_missing', [], `${record.id} names the plan ${record.plan_id}, but ${found}`, lookAtHistory)
  })
  if (plan === null || !fits) return
  const approved = record.phase === 'working' || record.phase === 'completed' ? (record.approved?.hash ?? null) : null
  const hashes = { 'its content': hashPlan(plan), 'its file': plan.hash, 'the record': record.plan_hash }
  const all = approved === null ? hashes : { ...hashes, 'the approval': approved }
  const short = Object.entries(all).map(([where, hash]) => `${where} ${hash?.slice(0, 7) ?? 'none'}`)
  looked.expect(new Set(Object.values(all)).size === 1, () =>
    broken(
      'plan_hash_differs',
      [],
      `The hash of ${plan.id} is not the same everywhere: ${short.join(', ')}`,
      lookAtHistory,
    ),
  )
}

/** Spec 001 §3: phase → status of issue, queue item and loop. */
const relations: Record<IssRecord['phase'], { issue: string; item: string | null; loop: string | null }> = {
  registered: { issue: 'registered', item: null, loop: null },
  drafting: { issue: 'planning', item: null, loop: null },
  awaiting_input: { issue: 'planning', item: null, loop: null },
  proposed: { issue: 'planned', item: 'pending', loop: null },
  working: { issue: 'executing', item: 'executing', loop: 'running' },
  completed: { issue: 'completed', item: 'completed', loop: 'completed' },
  stopped: { issue: 'failed', item: 'failed', loop: 'failed' },
}

function checkSession(looked: Looked, work: Work, record: IssRecord, session: SessionState | null): void {
  const { loop, plan } = work
  const wanted = relations[record.phase]
  const item = session?.queue.find((one) => one.solution_id === record.plan_id)?.status
  const loopStatus = record.phase === 'working' && record.paused !== null ? 'paused' : wanted.loop
  const rows: [where: string, found: string | undefined, wanted: string | null][] = [
    [`session ${record.session_id}`, session?.issues[record.id]?.status, wanted.issue],
    [`the queue of session ${record.session_id}`, item, plan === null ? null : wanted.item],
    [`loop ${record.loop_id}`, loop?.status, loop === null ? null : loopStatus],
  ]
  for (const [where, found, status] of rows) {
    if (status === null) continue
    looked.expect(found === status, () =>
      broken(
        'session_differs',
        [],
        `${record.id} is ${record.phase}, but ${where} says ${found ?? 'nothing of it'}, not ${status}`,
        lookAtHistory,
      ),
    )
  }
}
