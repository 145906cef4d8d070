import { describeState } from '../../records/describe-state.ts'
import { type Artifact, coversVersion } from '../../records/artifact.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { Plan } from '../../plan/plan.ts'
import { broken, drift, lookAtHistory, type Looked } from '../looked.ts'

/** States that contradict each other: the gate would never have come to them (spec 003 §4). */
export function checkNodeStates(
  looked: Looked,
  plan: Plan,
  execution: ExecutionRecord,
  record: IssRecord,
  now: string,
): void {
  const approvals = collectApprovals(execution)
  for (const node of Object.values(execution.nodes)) {
    if (node.kind === 'ACTION') checkAction(looked, approvals, node, now)
    if (node.kind === 'CHECK') checkOneCheck(looked, node)
  }
  const dependsOn = new Map(plan.tasks.map((task) => [task.id, task.depends_on]))
  for (const node of Object.values(execution.nodes))
    if (node.kind === 'ACTION') checkInputs(looked, execution, node, dependsOn.get(node.id) ?? [])
  checkGoals(looked, plan, execution)
  checkPhase(looked, execution, record)
}

interface Approvals {
  versions: ReadonlyMap<string, Artifact>
  /** Versions that a review approved. */
  approved: ReadonlySet<string>
}

function collectApprovals({ artifacts, reviews }: ExecutionRecord): Approvals {
  const approving = reviews.filter((review) => review.verdict === 'APPROVED')
  return {
    versions: new Map(artifacts.map((artifact) => [artifact.artifact_id, artifact])),
    approved: new Set(approving.map((review) => review.reviewed_artifact_id)),
  }
}

function checkAction(looked: Looked, approvals: Approvals, node: ActionNode, now: string): void {
  const running = node.state === 'RUNNING'
  looked.expect((node.run !== null) === running, () => {
    const what = running
      ? `${node.id} is recorded as at work, but nothing works on it`
      : `Something works on ${node.id}, which ${describeState(node.state)}`
    return broken('run_differs', [node.id], what, `\`/retry ${node.id}\` has it done again`)
  })
  if (node.run !== null && running) {
    const { run_id, lease_until, progress } = node.run
    // GitHub watches jobs.
    looked.expect(lease_until >= now || progress?.job !== undefined, () =>
      drift(
        'lease_over',
        [node.id],
        `The work on ${node.id} has not been heard of since ${lease_until} (run ${run_id})`,
        carryOn,
      ),
    )
  }
  looked.expect(node.state !== 'WAITING_EXTERNAL' || node.waiting_for !== null, () =>
    broken('waits_for_nobody', [node.id], `${node.id} waits, and not for anybody`, `\`/retry ${node.id}\` goes on`),
  )
  if (node.state === 'DONE') {
    looked.expect(isApproved(approvals, node) && node.merge === 'merged', () =>
      broken(
        'done_without_approval',
        [node.id],
        `${node.id} is recorded as done, but nothing of it is approved and merged`,
        `\`/retry ${node.id}\` has it done again`,
      ),
    )
  }
  if (node.merge === 'pending') {
    looked.expect(
      node.state === 'READY_TO_CHECK' && isApproved(approvals, node) && isSameAsActive(approvals, node),
      () =>
        broken(
          'merge_without_approval',
          [node.id],
          `${node.id} is about to be merged, and these bytes are not approved`,
          `\`/reject ${node.id} why\` takes it back`,
        ),
    )
  }
}

const carryOn = 'any command, such as `/status`, makes the bot look at what it still owes'

/** The approval stands, and a review says so. */
function isApproved({ approved }: Approvals, node: ActionNode): boolean {
  return node.approved_artifact_id !== null && !node.approval_stale && approved.has(node.approved_artifact_id)
}

function isSameAsActive({ versions }: Approvals, node: ActionNode): boolean {
  const active = versions.get(node.active_artifact_id ?? '')
  const approved = versions.get(node.approved_artifact_id ?? '')
  // A pointer that leads nowhere is a finding of its own.
  return active === undefined || approved === undefined || coversVersion(approved, active)
}

function checkOneCheck(looked: Looked, node: CheckNode): void {
  // A reviewer that kept failing leaves no review behind: then a decision is waited for, not a judgement.
  const isJudged = node.state === 'WAITING_EXTERNAL' && node.waiting_for?.kind !== 'decision'
  const underWay = node.state === 'RUNNING' || isJudged
  looked.expect(!underWay || (node.review_id !== null && node.reviewed_artifact_id !== null), () =>
    broken(
      'check_without_review',
      [node.id],
      `The review of ${node.target} is recorded as under way, but no version is looked at`,
      `\`/retry ${node.target}\` has it looked at again`,
    ),
  )
  looked.expect(node.state !== 'WAITING_EXTERNAL' || node.waiting_for !== null, () =>
    broken(
      'waits_for_nobody',
      [node.id],
      `The review of ${node.target} waits, and not for anybody`,
      `\`/retry ${node.target}\` has it looked at again`,
    ),
  )
}

/** I5: a task goes on only with what is approved now. */
function checkInputs(looked: Looked, execution: ExecutionRecord, node: ActionNode, dependsOn: readonly string[]): void {
  if (node.state !== 'RUNNING' && node.state !== 'READY_TO_CHECK') return
  for (const id of dependsOn) {
    const input = execution.nodes[id]
    const approved = input?.kind === 'ACTION' && input.state === 'DONE' ? input.approved_artifact_id : null
    looked.expect(approved !== null && node.inputs[id] === approved, () =>
      broken(
        'input_not_approved',
        [node.id, id],
        `${node.id} ${describeState(node.state)} on ${id} as of version ${node.inputs[id] ?? 'none'}, of which ${approved ?? 'none'} is approved`,
        `\`/retry ${node.id}\` has it done again`,
      ),
    )
  }
}

function checkGoals(looked: Looked, plan: Plan, execution: ExecutionRecord): void {
  const children = new Map<string, string[]>()
  for (const { type, from, to } of plan.edges) {
    if (type !== 'DECOMPOSE') continue
    const list = children.get(from)
    if (list) list.push(to)
    else children.set(from, [to])
  }
  for (const goal of plan.goals) {
    const state = execution.nodes[goal.id]?.state
    if (state === undefined || state === 'CANCELLED') continue
    const open = (children.get(goal.id) ?? []).filter((id) => execution.nodes[id]?.state !== 'DONE')
    looked.expect((state === 'DONE') === (open.length === 0), () => {
      const what = state === 'DONE' ? `DONE while ${open.join(', ')} is not` : `${state} with all below it DONE`
      return broken('goal_differs', [goal.id], `${goal.id} is ${what}`, lookAtHistory)
    })
  }
}

function checkPhase(looked: Looked, execution: ExecutionRecord, record: IssRecord): void {
  const nodes = Object.values(execution.nodes)
  const live = nodes.filter((node) => node.state === 'RUNNING' && node.kind !== 'GOAL').map((node) => node.id)
  const open = nodes.filter((node) => node.state !== 'DONE').map((node) => node.id)
  const wrong =
    record.phase === 'completed' && execution.nodes['G0']?.state !== 'DONE'
      ? open
      : record.phase === 'stopped'
        ? live
        : []
  looked.expect(wrong.length === 0, () =>
    broken(
      'phase_differs',
      wrong,
      `${record.id} is ${record.phase} while ${wrong.join(', ')} ${wrong.length === 1 ? 'is' : 'are'} not`,
      lookAtHistory,
    ),
  )
}
