import type { Work } from '../../records/work.ts'
import type { DoctorFacts } from '../doctor-facts.ts'
import type { DoctorExamination } from '../../effects/doctor-finding.ts'
import { checkBranches } from './check-branches.ts'
import { checkRecordFiles } from './check-files.ts'
import { checkIntegration } from './check-integration.ts'
import { checkGraph } from './check-graph.ts'
import { checkOutbox } from './check-outbox.ts'
import { checkPointers } from './check-pointers.ts'
import { checkPulls } from './check-pulls.ts'
import { checkRecords } from './check-records.ts'
import { checkNodeStates } from './check-states.ts'
import { checkThread } from './check-thread.ts'
import { broken, Looked, lookAtHistory } from '../looked.ts'
import { recordText } from '../../language/message.ts'

/** Hard rules on one issue's live state: record, evidence and the world beside it (design 2.8). Linear. */
export function checkWork(work: Work, facts: DoctorFacts): DoctorExamination {
  const looked = new Looked()
  const { record, execution } = work
  if (record === null) return { findings: [], things: 0, tasks: 0, unseen: [], vouched: true }
  if (facts.head !== null && facts.head.seal !== 'not_checked') {
    const { sha, seal, why } = facts.head
    looked.expect(seal === 'holds', () =>
      broken('head_not_ours', [], recordText('Commit {sha} on the workflow branch {why}', { sha, why }), lookAtHistory),
    )
  }
  checkPointers(looked, work, record, facts.session)
  // Another plan's file says nothing of this record.
  const plan = work.plan?.id === record.plan_id ? work.plan : null
  if (plan !== null) checkGraph(looked, plan, execution)
  if (execution !== null) {
    checkRecords(looked, execution)
    if (plan !== null) checkNodeStates(looked, plan, execution, record, facts.now)
    checkRecordFiles(looked, execution, facts)
  }
  const lost = checkBranches(looked, work, record, facts)
  // Rewritten, it holds something else for that very reason.
  if (execution !== null && !lost.has(record.base_branch ?? '')) checkIntegration(looked, record, execution, facts)
  checkPulls(looked, work, record, facts, lost)
  checkThread(looked, work, record, facts)
  checkOutbox(looked, work, record, facts)
  const vouched = facts.head?.seal !== 'not_checked'
  const { findings, things } = looked
  return { findings, things, tasks: plan?.tasks.length ?? 0, unseen: listUnseen(facts), vouched }
}

function listUnseen(facts: DoctorFacts): string[] {
  const unseen: string[] = []
  if (facts.head?.seal === 'not_checked') unseen.push(facts.head.why)
  if (facts.pulls === null) unseen.push(recordText('pull requests'))
  if (facts.issue === null) unseen.push(recordText('the issue’s label'))
  if (facts.comments === null) unseen.push(recordText('comments'))
  return unseen
}
