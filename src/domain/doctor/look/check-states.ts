import { recordText } from '../../language/message.ts'
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
      ? recordText('{task} is recorded as at work, but nothing works on it', { task: node.id })
      : recordText('Something works on {task}, which {standing}', {
          task: node.id,
          standing: describeState(node.state),
        })
    return broken('run_differs', [node.id], what, recordText('`/retry {task}` has it done again', { task: node.id }))
  })
  if (node.run !== null && running) {
    const { run_id, lease_until, progress } = node.run
    // GitHub watches jobs.
    looked.expect(lease_until >= now || progress?.job !== undefined, () =>
      drift(
        'lease_over',
        [node.id],
        recordText('The work on {task} has not been heard of since {at} (run {run})', {
          task: node.id,
          at: lease_until,
          run: run_id,
        }),
        carryOn,
      ),
    )
  }
  looked.expect(node.state !== 'WAITING_EXTERNAL' || node.waiting_for !== null, () =>
    broken(
      'waits_for_nobody',
      [node.id],
      recordText('{task} waits, and not for anybody', { task: node.id }),
      recordText('`/retry {task}` goes on', { task: node.id }),
    ),
  )
  if (node.state === 'DONE') {
    looked.expect(isApproved(approvals, node) && node.merge === 'merged', () =>
      broken(
        'done_without_approval',
        [node.id],
        recordText('{task} is recorded as done, but nothing of it is approved and merged', { task: node.id }),
        recordText('`/retry {task}` has it done again', { task: node.id }),
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
          recordText('{task} is about to be merged, and these bytes are not approved', { task: node.id }),
          recordText('`/reject {task} why` takes it back', { task: node.id }),
        ),
    )
  }
}

const carryOn = recordText('any command, such as `/status`, makes the bot look at what it still owes')

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
      recordText('The review of {task} is recorded as under way, but no version is looked at', { task: node.target }),
      recordText('`/retry {task}` has it looked at again', { task: node.target }),
    ),
  )
  looked.expect(node.state !== 'WAITING_EXTERNAL' || node.waiting_for !== null, () =>
    broken(
      'waits_for_nobody',
      [node.id],
      recordText('The review of {task} waits, and not for anybody', { task: node.target }),
      recordText('`/retry {task}` has it looked at again', { task: node.target }),
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
        recordText('{task} {standing} on {id} as of version {version}, of which {approved} is approved', {
          task: node.id,
          standing: describeState(node.state),
          id,
          version: node.inputs[id] ?? 'none',
          approved: approved ?? 'none',
        }),
        recordText('`/retry {task}` has it done again', { task: node.id }),
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
      const what =
        state === 'DONE'
          ? recordText('{id} is DONE while {tasks} is not', { id: goal.id, tasks: open.join(', ') })
          : recordText('{id} is {state} with all below it DONE', { id: goal.id, state })
      return broken('goal_differs', [goal.id], what, lookAtHistory)
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
  const told = { id: record.id, phase: record.phase, tasks: wrong.join(', ') }
  looked.expect(wrong.length === 0, () =>
    broken(
      'phase_differs',
      wrong,
      wrong.length === 1
        ? recordText('{id} is {phase} while {tasks} is not', told)
        : recordText('{id} is {phase} while {tasks} are not', told),
      lookAtHistory,
    ),
  )
}
