import { scopePaths } from '../../plan/assemble/assemble-deliverable.ts'
import type { Plan } from '../../plan/plan.ts'
import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { workBranch } from '../../records/iss-record.ts'
import { pauseWork } from '../draft/pause.ts'
import { sayOnce } from '../draft/say-once.ts'
import { listNodeStates } from '../../gate/list-node-states.ts'
import type { ActionNode } from '../../records/node-state.ts'
import { keepAct, note, say, type WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventOf } from '../draft/work-event.ts'
import { recordText } from '../../language/message.ts'

export function loseBranch(draft: WorkDraft, event: WorkEventOf<'branch_lost'>): Refusal | undefined {
  if (draft.record.phase !== 'working') return refuseSilently('nothing is being worked on')
  const branch = `\`${event.branch}\``
  const text = recordText('paused: {why}', { why: tellLost(branch, event.how) })
  pauseWork(draft, event.by ?? 'unknown', text, 'branch')
  draft.errors.push({ action: 'action-develop-with-file', message: text })
  keepAct(draft, { kind: 'failed', action: 'action-execute', message: text, at: draft.at })
  say(draft, { kind: 'branch_lost', branch: event.branch, by: event.by, what: event.how })
  const node = findNodeOf(draft, event.branch)
  if (event.how === 'deleted') closePullOf(draft, node)
  else if (node !== undefined) oweMergeAgain(draft, node)
  return undefined
}

function tellLost(branch: string, how: WorkEventOf<'branch_lost'>['how']): string {
  switch (how) {
    case 'deleted':
      return recordText('{branch} was deleted', { branch })
    case 'force-pushed':
      return recordText('{branch} was force-pushed', { branch })
  }
}

/** Once for each branch, and for each stop of it. */
export function replyMissedPush(draft: WorkDraft, { branch, by }: WorkEventOf<'pushed_unheard'>): Refusal | undefined {
  const { stopped, plan_id: planId } = draft.record
  const isStopped = planId !== null && branch.startsWith(workBranch(planId, ''))
  const reply = { kind: 'push_unheard' as const, login: by, branch, stopped: isStopped }
  const about = isStopped ? `branch:${branch}:${stopped?.at ?? ''}` : `branch:${branch}`
  return sayOnce(draft, about, reply) ? undefined : refuseSilently(`nobody looks at ${branch} any more`)
}

export function replyPushRefused(draft: WorkDraft, event: WorkEventOf<'push_refused'>): void {
  const what = recordText('The push by {who} was not taken as a version of {task}', {
    who: `@${event.by}`,
    task: event.task,
  })
  const next = tellWayOut(event, draft.plan)
  say(
    draft,
    { kind: 'work_failed', what, why: event.faults.join('; '), next },
    event.pull_request ?? draft.record.number,
  )
  const node = draft.execution?.nodes[event.task]
  if (node?.kind !== 'ACTION') return
  keepRefused(draft, node, event)
  oweMergeAgain(draft, node)
}

const longestScope = 200

/** A push that mends it; another scope is offered for what it would allow, and not for what no task may touch. */
function tellWayOut({ task, faults, outside }: WorkEventOf<'push_refused'>, plan: Plan | null): string {
  const mend = recordText('push a commit to its branch that takes back what does not belong')
  if (outside.length === 0) return `${mend}; ${recordText('no other plan would allow it')}`
  const paths = outside.map((path) => `\`${path}\``).join(', ')
  const own = plan?.tasks.find(({ id }) => id === task)?.scope ?? ''
  const scope = [...scopePaths(own), ...outside].join(', ')
  // A scope is given whole: who copies it loses none of what the task may touch.
  const isWhole = own !== '' && scope.length <= longestScope
  if (outside.length >= faults.length)
    return isWhole
      ? recordText(
          'push a commit to its branch that takes back what does not belong, or have the scope widened: `/replan {task}: Scope: {scope}`',
          { task, scope },
        )
      : recordText(
          'push a commit to its branch that takes back what does not belong, or have the scope widened: `/replan {task}: Scope: …`, with all that it may touch',
          { task },
        )
  const widen = isWhole
    ? recordText('for {paths} alone, have the scope widened: `/replan {task}: Scope: {scope}`', { paths, task, scope })
    : recordText('for {paths} alone, have the scope widened: `/replan {task}: Scope: …`, with all that it may touch', {
        paths,
        task,
      })
  return `${mend}; ${widen}`
}

/** Whoever looks at what is waited for, not only who reads the reply. */
function keepRefused(draft: WorkDraft, node: ActionNode, { by, faults }: WorkEventOf<'push_refused'>): void {
  if (draft.execution === null || node.waiting_for === null) return
  const waiting = { ...node, waiting_for: { ...node.waiting_for, refused: { by, faults } } }
  draft.execution = { ...draft.execution, nodes: { ...draft.execution.nodes, [node.id]: waiting } }
  note(draft, `${node.id}: ${recordText('a push was refused')}`, by)
}

function findNodeOf(draft: WorkDraft, branch: string): ActionNode | undefined {
  const nodes = listNodeStates(draft.execution?.nodes)
  return nodes.filter((one) => one.kind === 'ACTION').find((one) => one.branch === branch)
}

/** A merge may have seen a head of which no version comes, and have left it at that: tried again, it knows. */
function oweMergeAgain(draft: WorkDraft, { id, merge, active_artifact_id: active }: ActionNode): void {
  if (merge === 'pending' && active !== null) draft.effects.push({ kind: 'merge_task', task: id, artifact_id: active })
}

/** GitHub closes the pull request of a branch that is deleted, and doesn't open it again when the branch is back. */
function closePullOf(draft: WorkDraft, node: ActionNode | undefined): void {
  if (draft.execution === null || node === undefined || node.pull_request === null) return
  const closed = { ...node, pull_request: { ...node.pull_request, open: false } }
  draft.execution = { ...draft.execution, nodes: { ...draft.execution.nodes, [node.id]: closed } }
}
