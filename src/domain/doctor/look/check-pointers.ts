import { recordText } from '../../language/message.ts'
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
    const told = { id: record.id, plan: String(record.plan_id) }
    const what =
      solution === null
        ? recordText('{id} works on {plan}, but there is no execution record', told)
        : recordText('{id} works on {plan}, but its execution record is about {found}', { ...told, found: solution })
    return broken('execution_missing', [], what, lookAtHistory)
  })
  looked.expect((loop?.loop_id ?? null) === record.loop_id, () => {
    const told = { id: record.id, loop: String(record.loop_id) }
    const what =
      loop === null
        ? recordText('{id} names the loop {loop}, but that file is missing', told)
        : recordText('{id} names the loop {loop}, but the file is about {found}', { ...told, found: loop.loop_id })
    return broken('loop_missing', [], what, lookAtHistory)
  })
  checkSession(looked, work, record, session)
}

function checkPlanRecord(looked: Looked, { plan }: Work, record: IssRecord): void {
  const needed = record.phase === 'proposed' || record.phase === 'working' || record.phase === 'completed'
  const fits = plan === null ? !needed : plan.id === record.plan_id && plan.issue_id === record.id
  looked.expect(fits, () => {
    const told = { id: record.id, plan: String(record.plan_id) }
    const what =
      plan === null
        ? recordText('{id} names the plan {plan}, but there is no plan file', told)
        : recordText('{id} names the plan {plan}, but the plan file is about {found}', { ...told, found: plan.id })
    return broken('plan_missing', [], what, lookAtHistory)
  })
  if (plan === null || !fits) return
  const approved = record.phase === 'working' || record.phase === 'completed' ? (record.approved?.hash ?? null) : null
  const hashes = [hashPlan(plan), plan.hash, record.plan_hash, ...(approved === null ? [] : [approved])]
  looked.expect(new Set(hashes).size === 1, () => {
    const [content = '', file = '', kept = ''] = hashes.map((hash) => hash?.slice(0, 7) ?? 'none')
    const told = { id: plan.id, content, file, kept }
    const what =
      approved === null
        ? recordText(
            'The hash of {id} is not the same everywhere: its content {content}, its file {file}, the record {kept}',
            told,
          )
        : recordText(
            'The hash of {id} is not the same everywhere: its content {content}, its file {file}, the record {kept}, the approval {approved}',
            { ...told, approved: approved.slice(0, 7) },
          )
    return broken('plan_hash_differs', [], what, lookAtHistory)
  })
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
    [recordText('session {session}', { session: record.session_id }), session?.issues[record.id]?.status, wanted.issue],
    [
      recordText('the queue of session {session}', { session: record.session_id }),
      item,
      plan === null ? null : wanted.item,
    ],
    [recordText('loop {loop}', { loop: String(record.loop_id) }), loop?.status, loop === null ? null : loopStatus],
  ]
  for (const [where, found, status] of rows) {
    if (status === null) continue
    looked.expect(found === status, () =>
      broken(
        'session_differs',
        [],
        recordText('{id} is {phase}, but {where} says {found}, not {status}', {
          id: record.id,
          phase: record.phase,
          where,
          found: found ?? recordText('nothing of it'),
          status,
        }),
        lookAtHistory,
      ),
    )
  }
}
