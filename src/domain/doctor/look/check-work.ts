import type { Work } from '../../records/work.ts'
import type { DoctorFacts } from '../doctor-facts.ts'
import type { DoctorExamination } from '../../effects/doctor-finding.ts'
import { lookAtBranches } from './look-at-branches.ts'
import { lookAtFiles } from './look-at-files.ts'
import { lookAtIntegration } from './look-at-integration.ts'
import { lookAtGraph } from './look-at-graph.ts'
import { lookAtOutbox } from './look-at-outbox.ts'
import { lookAtPointers } from './look-at-pointers.ts'
import { lookAtPulls } from './look-at-pulls.ts'
import { lookAtRecords } from './look-at-records.ts'
import { lookAtStates } from './look-at-states.ts'
import { lookAtThread } from './look-at-thread.ts'
import { broken, Looked, lookAtHistory } from '../looked.ts'

/** Hard rules on one issue's live state: record, evidence and the world beside it (design 2.8). Linear. */
export function lookAtWork(work: Work, facts: DoctorFacts): DoctorExamination {
  const looked = new Looked()
  const { record, execution } = work
  if (record === null) return { findings: [], things: 0, tasks: 0, unseen: [], vouched: true }
  if (facts.head !== null && facts.head.seal !== 'not_checked') {
    const { sha, seal, why } = facts.head
    looked.expect(seal === 'holds', () =>
      broken('head_not_ours', [], `Commit ${sha} on the workflow branch ${why}`, lookAtHistory),
    )
  }
  lookAtPointers(looked, work, record, facts.session)
  // Another plan's file says nothing of this record.
  const plan = work.plan?.id === record.plan_id ? work.plan : null
  if (plan !== null) lookAtGraph(looked, plan, execution)
  if (execution !== null) {
    lookAtRecords(looked, execution)
    if (plan !== null) lookAtStates(looked, plan, execution, record, facts.now)
    lookAtFiles(looked, execution, facts)
  }
  const lost = lookAtBranches(looked, work, record, facts)
  // Rewritten, it holds something else for that very reason.
  if (execution !== null && !lost.has(record.base_branch ?? '')) lookAtIntegration(looked, record, execution, facts)
  lookAtPulls(looked, work, record, facts, lost)
  lookAtThread(looked, work, record, facts)
  lookAtOutbox(looked, work, record, facts)
  const vouched = facts.head?.seal !== 'not_checked'
  const { findings, things } = looked
  return { findings, things, tasks: plan?.tasks.length ?? 0, unseen: listUnseen(facts), vouched }
}

function listUnseen(facts: DoctorFacts): string[] {
  const unseen: string[] = []
  if (facts.head?.seal === 'not_checked') unseen.push(facts.head.why)
  if (facts.pulls === null) unseen.push('pull requests')
  if (facts.issue === null) unseen.push('the issue’s label')
  if (facts.comments === null) unseen.push('comments')
  return unseen
}
