import { roleAtLeast } from '../../domain/configuration/sections/roles.ts'
import type { SlashCommand } from '../../domain/commands/slash-command.ts'
import type { Work } from '../../domain/records/work.ts'
import type { Actor } from '../../domain/work/draft/work-event.ts'
import { getBound } from '../attempts/bound-work.ts'
import { integrationHead } from './integration-head.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { LoadedWork } from '../ports/state/state-store.ts'

/**
 * Branches for which the work is paused, and which still lack what is recorded of them. Looked up only where somebody who
 * may says `/resume`: with one of them lost, work goes on to reviews and merges that GitHub refuses.
 */
export async function findLostBranches(
  { pullRequests, workspace }: Pick<MachinePorts, 'pullRequests' | 'workspace'>,
  repository: RepositoryRef,
  { configuration }: Pick<LoadedWork, 'configuration'>,
  work: Work,
  { commands, by }: { commands: readonly SlashCommand[]; by: Actor },
): Promise<string[] | undefined> {
  const isAsked = commands.some(({ kind }) => kind === 'resume') && roleAtLeast(by.role, configuration.roles.control)
  const paused = work.record?.paused ?? null
  if (!isAsked || paused === null || work.execution === null) return undefined
  const reasons = [paused, ...(paused.more ?? [])].filter(({ cause }) => cause === 'branch')
  const expected = recordedHeads(work).filter(({ branch }) => reasons.some(({ why }) => why.includes(`\`${branch}\``)))
  const lost: string[] = []
  for (const { branch, sha } of expected) {
    const head = await pullRequests.findHead(repository, branch)
    const isThere = head !== null && (head === sha || (await workspace.isAncestor(repository, sha, head)))
    if (!isThere) lost.push(branch)
  }
  return lost
}

function recordedHeads(work: Work): { branch: string; sha: string }[] {
  const { record, execution } = getBound(work)
  const base = record.base_branch === null ? [] : [{ branch: record.base_branch, sha: integrationHead(work) }]
  const commitOf = new Map(execution.artifacts.map((one) => [one.artifact_id, one.commit_sha]))
  const tasks = Object.values(execution.nodes).flatMap((node) => {
    const isLive = node.kind === 'ACTION' && node.state !== 'DONE' && node.state !== 'CANCELLED'
    const sha = isLive ? commitOf.get(node.active_artifact_id ?? '') : undefined
    return isLive && sha !== undefined ? [{ branch: node.branch, sha }] : []
  })
  return [...base, ...tasks]
}
