import type { EffectAction } from '../effects/effect.ts'
import type { IssRecord } from '../records/iss-record.ts'
import type { ActionNode } from '../records/node-state.ts'
import type { Work } from '../records/work.ts'

/** A branch that has to stand, with the commit that it has to contain. */
export interface KeptBranch {
  branch: string
  sha: string
  nodes: string[]
}

/**
 * The integration branch while its work is alive, and the branch of each task with an open pull request or a version
 * that is not merged. One that was merged once may be deleted: its commits are in the integration branch.
 */
export function keptBranches({ record, execution }: Work): KeptBranch[] {
  if (record === null || execution === null || !isAlive(record)) return []
  const kept: KeptBranch[] = []
  const base = execution.execution_result.commit_hash ?? record.base_sha
  if (record.base_branch !== null && base !== null && !owes(record, 'open_base'))
    kept.push({ branch: record.base_branch, sha: base, nodes: ['G0'] })
  const versions = new Map(execution.artifacts.map((artifact) => [artifact.artifact_id, artifact]))
  for (const node of Object.values(execution.nodes)) {
    if (node.kind !== 'ACTION' || !needsBranch(node)) continue
    const active = versions.get(node.active_artifact_id ?? '')
    if (active !== undefined) kept.push({ branch: node.branch, sha: active.commit_sha, nodes: [node.id] })
  }
  return kept
}

/** Being worked on, or complete with the final pull request still open. */
export function isAlive(record: IssRecord): boolean {
  const final = record.final_pull_request?.state
  return record.phase === 'working' || (record.phase === 'completed' && (final === 'open' || final === 'draft'))
}

function needsBranch(node: ActionNode): boolean {
  if (node.state === 'DONE' || node.state === 'CANCELLED' || node.merge === 'merged') return false
  if (node.pull_request?.open) return true
  const wasMerged = node.active_artifact_id === node.approved_artifact_id && node.merge !== 'pending'
  return !wasMerged && node.state !== 'PENDING' && node.state !== 'READY'
}

/** Whether an effect of that kind is owed: until it is carried out, the world lawfully lags behind. */
export function owes<K extends EffectAction['kind']>(
  record: IssRecord,
  kind: K,
  fits: (action: Extract<EffectAction, { kind: K }>) => boolean = () => true,
): boolean {
  return record.outbox.some(({ action }) => action.kind === kind && fits(action as Extract<EffectAction, { kind: K }>))
}
