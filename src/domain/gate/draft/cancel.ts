import { closePullRequest, fence, findArtifact, type GateDraft, takeNode } from './gate-draft.ts'
import { clearCheck, wasMerged } from './record-version.ts'
import { recordMergeTakenBack } from './take-back-merge.ts'

/** `/stop`, a re-plan, the issue closed or transferred: everything not DONE is cancelled, live runs are fenced. */
export function cancelAll(draft: GateDraft): void {
  for (const id of Object.keys(draft.execution.nodes)) {
    if (draft.execution.nodes[id]?.state === 'DONE') continue
    const node = takeNode(draft, id)
    if (node === undefined) continue
    node.state = 'CANCELLED'
    if (node.kind === 'CHECK') clearCheck(node)
    if (node.kind !== 'ACTION') continue
    fence(node)
    if (node.hand_merge !== null) recordMergeTakenBack(draft, node, node.hand_merge)
    node.merge = 'none'
    node.waiting_for = null
    if (!node.pull_request?.open) continue
    const { number } = node.pull_request
    draft.effects.push({ kind: 'close_task_pull_request', task: node.id, number, why: 'cancelled' })
    closePullRequest(node)
  }
}

/** The way back from `cancelAll`; its caller settles, so that what may start becomes READY. */
export function reviveCancelled(draft: GateDraft): void {
  for (const id of Object.keys(draft.execution.nodes)) {
    if (draft.execution.nodes[id]?.state !== 'CANCELLED') continue
    const node = takeNode(draft, id)
    if (node === undefined) continue
    node.state = 'PENDING'
    if (node.kind !== 'ACTION') continue
    node.attempts = 0
    node.lost_leases = 0
    node.reason = null
    const active = findArtifact(draft, node.active_artifact_id)
    // Approved once more, what was merged is found so by its own.
    if (active === undefined || !wasMerged(draft, active)) node.pull_request = null
  }
}
