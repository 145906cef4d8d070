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
  const node = refusePush(
    draft,
    event,
    event.faults.join('; '),
    tellWayOut(event, draft.plan, draft.record.base_branch),
  )
  if (node !== undefined) keepRefused(draft, node, event)
}

/** The newest version stays the newest: what is judged and merged is never taken from where a branch happens to stand. */
export function replyThrownBack(draft: WorkDraft, event: WorkEventOf<'branch_thrown_back'>): void {
  const { task, by, commit, version } = event
  const next = recordText(
    'push a new commit to its branch, which becomes the next version; or `/doctor fix` puts version {version} back',
    { version },
  )
  const text = recordText('its branch is at {commit} again, as before version {version}', {
    commit: commit.slice(0, 7),
    version,
  })
  refusePush(draft, event, text, next)
  note(draft, `${task}: ${text}`, by)
}

/** Nothing of it is a version; told where it was pushed. */
function refusePush(
  draft: WorkDraft,
  { task, by, pull_request: pull }: { task: string; by: string; pull_request: number | null },
  why: string,
  next: string,
): ActionNode | undefined {
  const what = recordText('The push by {who} was not taken as a version of {task}', { who: `@${by}`, task })
  say(draft, { kind: 'work_failed', what, why, next }, pull ?? draft.record.number)
  const node = draft.execution?.nodes[task]
  if (node?.kind !== 'ACTION') return undefined
  oweMergeAgain(draft, node)
  return node
}

const longestScope = 400

/** A push that mends it; another scope is offered for what it would allow, and not for what no task may touch. */
function tellWayOut(
  { task, faults, outside, brings, empty }: WorkEventOf<'push_refused'>,
  plan: Plan | null,
  base: string | null,
): string {
  if (empty === true)
    return recordText(
      'what {task} asks for may be there already, by another task: `/replan drop {task}` makes the plan without it; else push a commit that changes something',
      { task },
    )
  if (brings !== undefined && !/^[\w./-]+$/.test(brings))
    return recordText(
      'it brings newer commits of `{branch}` with it, which are no part of the task: push without them; or `/replan` in the issue makes the plan anew on `{branch}` as it is now',
      { branch: brings },
    )
  // A ref may hold what a shell carries out: of such a one no command is told.
  if (brings !== undefined)
    return recordText(
      'it brings newer commits of `{branch}` with it, which are no part of the task: push without them (`git fetch && git rebase --onto origin/{base} origin/{branch} && git push --force-with-lease`); or `/replan` in the issue makes the plan anew on `{branch}` as it is now',
      { branch: brings, base: base ?? '' },
    )
  const mend = recordText('push a commit to its branch that takes back what does not belong')
  if (outside.length === 0) return `${mend}; ${recordText('no other plan would allow it')}`
  const paths = outside.map((path) => `\`${path}\``).join(', ')
  const own = plan?.tasks.find(({ id }) => id === task)?.scope ?? ''
  const scope = [...scopePaths(own), ...outside].map((path) => `\`${path}\``).join(', ')
  // A scope is given whole: who copies it loses none of what the task may touch.
  const isWhole = own !== '' && scope.length <= longestScope && !outside.join('').includes('`')
  if (outside.length >= faults.length)
    return isWhole
      ? recordText(
          'push a commit to its branch that takes back what does not belong, or have the scope widened: `` /replan {task}: Scope: {scope} ``',
          { task, scope },
        )
      : recordText(
          'push a commit to its branch that takes back what does not belong, or have the scope widened: `/replan {task}: Scope: …`, with all that it may touch',
          { task },
        )
  const widen = isWhole
    ? recordText('for {paths} alone, have the scope widened: `` /replan {task}: Scope: {scope} ``', {
        paths,
        task,
        scope,
      })
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
