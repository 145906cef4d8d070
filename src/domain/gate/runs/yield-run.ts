import { type Artifact, sameContent } from '../../records/artifact.ts'
import type { ActionNode, Conflict } from '../../records/node-state.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { countIterations } from '../../loop/iterations.ts'
import { keepJudgements } from '../draft/keep-judgements.ts'
import { failOwnTests, recordOwnTests } from '../draft/own-tests.ts'
import { recordVersion, submitVersion } from '../draft/record-version.ts'
import { recordText } from '../../language/message.ts'
import { refuseOtherRun } from './refuse-other-run.ts'
import { type GateDraft, countAttempt, fence, isRejected } from '../draft/gate-draft.ts'

/** A run made a version: its own tests decide whether it goes to its CHECK; bytes rejected before count as nothing. */
export function yieldRun(draft: GateDraft, action: ActionNode, event: GateEventOf<'run_yielded'>): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  draft.execution.receipts.push(event.receipt)
  fence(action)
  if (event.pull_request !== null) action.pull_request = { number: event.pull_request, open: true }
  const again = draft.rows.versionsByTask
    .of(action.id)
    .find((old) => isRejected(draft, old.artifact_id) && sameContent(old, event.artifact))
  if (again) {
    action.carry = null
    const reason = recordText('the run made the same bytes as version {n}, which was rejected', { n: again.version })
    countAttempt(draft, action, reason)
    return undefined
  }
  const { conflict, carry } = action
  const artifact = recordVersion(draft, action, event.artifact)
  if (conflict !== null && artifact.by.kind === 'person') noteMerged(draft, action, artifact, conflict)
  const rounds = countIterations(draft.execution)
  if (event.validation !== null) recordOwnTests(draft, artifact, event.validation, artifact.created_at)
  if (event.validation?.passed === false) {
    failOwnTests(draft, action, rounds, event.validation)
    return undefined
  }
  submitVersion(draft, action, artifact)
  if (carry !== null && artifact.carried_from?.artifact_id === carry.artifact_id)
    keepJudgements(draft, action, artifact, carry, event)
  return undefined
}

/** Git brought a person's approved version together with what was merged since: they are told, since it is on their branch. */
function noteMerged(draft: GateDraft, action: ActionNode, { version }: Artifact, { paths, tasks }: Conflict): void {
  draft.trail.push(
    `${action.id}: ${recordText('version {n} is the approved one, merged with what was approved since', { n: version })}`,
  )
  if (!action.pull_request?.open) return
  const reply = { kind: 'brought_together' as const, task: action.id, version, paths, tasks }
  draft.effects.push({ kind: 'say', number: action.pull_request.number, reply })
}
