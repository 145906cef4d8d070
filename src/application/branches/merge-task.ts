import type { EffectAction } from '../../domain/effects/effect.ts'
import type { GateEventOf } from '../../domain/gate/draft/gate-event.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { nameEffect } from '../../domain/work/effects/effect-rules.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import { getAction, getArtifact, getBound } from '../attempts/bound-work.ts'
import { findCollision } from './find-collision.ts'
import { headAfterMerge } from './integration-head.ts'
import type { PullMerge } from '../ports/forge/pull-requests.ts'
import type { MachinePorts, ViewPorts, BranchPorts } from '../ports/machine-ports.ts'
import { openTaskPull } from './open-task-pull.ts'

type MergeTask = Extract<EffectAction, { kind: 'merge_task' }>

/** A merge that may be made, or what there is to tell in its place. */
type PreparedMerge = { kind: 'ready'; merge: PullMerge } | { kind: 'told'; body: WorkEventBody }

/** Whether merging the approved version still makes what was approved. */
export async function prepareMerge(
  ports: BranchPorts,
  performance: Pick<Performance, 'work' | 'repository'>,
  { task, artifact_id: id }: MergeTask,
  op: string,
): Promise<PreparedMerge> {
  const bound = getBound(performance.work)
  const node = getAction(bound, task)
  const artifact = getArtifact(bound, id)
  if (node.merge !== 'pending' || node.active_artifact_id !== id)
    return { kind: 'told', body: { kind: 'effect_done', op } }
  if (node.pull_request === null) throw new Error(`${task} has no pull request`)
  const collision = await findCollision(ports.workspace, performance.repository, bound, artifact)
  if (collision !== null) {
    const { why: reason, conflict } = collision
    return { kind: 'told', body: conflicted(op, { task, artifact_id: id, reason, conflict }) }
  }
  const { number } = node.pull_request
  const title = `Merge ${task} version ${artifact.version} of ${bound.plan.id}`
  return { kind: 'ready', merge: { number, headSha: artifact.commit_sha, title } }
}

export function mergeConfirmed(op: string, { task, artifact_id }: MergeTask, mergeSha: string | null): WorkEventBody {
  const gate = { kind: 'merge_confirmed' as const, task, artifact_id, merge_sha: mergeSha }
  return { kind: 'gate', op, by: null, on: null, gate }
}

/** Merges the approved version of a task into the integration branch. */
export async function mergeTask(
  ports: ViewPorts & BranchPorts & Pick<MachinePorts, 'repairer'>,
  performance: Performance,
  action: MergeTask,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const prepared = await prepareMerge(ports, performance, action, op)
  if (prepared.kind === 'told') return prepared.body
  const bound = getBound(performance.work)
  const node = getAction(bound, action.task)
  const common = { task: action.task, artifact_id: action.artifact_id }
  const merged = await ports.pullRequests.merge(performance.repository, prepared.merge)
  switch (merged.kind) {
    case 'merged': {
      const { repository, work } = performance
      const isOld = merged.before === true
      const merge_sha = isOld ? await headAfterMerge(ports.workspace, repository, work, merged.sha) : merged.sha
      return mergeConfirmed(op, action, merge_sha)
    }
    // Of an older version, which nobody waited for any more when it was merged.
    case 'spent':
      return openTaskPull(ports, performance, action, again, op)
    case 'refused': {
      const draft = merged.isDraft === true ? { draft_pull: prepared.merge.number } : {}
      return { kind: 'effect_failed', op, what: nameEffect(action), why: merged.why, ...draft }
    }
    case 'conflict':
      return conflicted(op, { ...common, reason: merged.why, conflict: { paths: [], tasks: [] } })
    case 'moved':
      if (merged.isOurs) return mergeFenced(ports, performance, action, merged.head, again, op)
      // The push that moved the head is an event of its own and makes the new version; where it was refused, none will.
      if (!isHeadApplied(bound.record, node.branch, merged.head)) return { kind: 'effect_done', op }
      return { kind: 'effect_failed', op, what: nameEffect(action), why: explainHead(node.branch, merged.head) }
  }
}

function conflicted(op: string, gate: Omit<GateEventOf<'merge_conflicted'>, 'kind'>): WorkEventBody {
  return { kind: 'gate', op, by: null, on: null, gate: { kind: 'merge_conflicted', ...gate } }
}

/**
 * A run that was fenced while it published has left its commit on the branch, of which no event will tell: the branch is
 * put back to the version that was approved, and that one is merged.
 */
async function mergeFenced(
  ports: ViewPorts & BranchPorts & Pick<MachinePorts, 'repairer'>,
  performance: Performance,
  action: MergeTask,
  head: string,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const bound = getBound(performance.work)
  const { branch } = getAction(bound, action.task)
  const { commit_sha: sha } = getArtifact(bound, action.artifact_id)
  const restored = await ports.repairer.restoreBranch(performance.repository, { branch, sha, seen: head })
  if (restored === 'restored') return mergeTask(ports, performance, action, again, op)
  const why = `\`${branch}\` moves while it is merged`
  return { kind: 'effect_failed', op, what: nameEffect(action), why }
}

function isHeadApplied({ applied }: IssRecord, branch: string, head: string): boolean {
  return applied.some(({ key }) => key.startsWith(`head:${branch}:`) && key.endsWith(`:${head}`))
}

function explainHead(branch: string, head: string): string {
  return `\`${branch}\` is at ${head.slice(0, 7)}, which was not taken as a version: push one that is on top of it, or have \`/doctor fix\` put the branch back`
}
