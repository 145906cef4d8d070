import type { Artifact } from '../../../domain/records/artifact.ts'
import type { BranchPorts } from '../../ports/machine-ports.ts'
import type { MessageOf } from './interpretation.ts'

/**
 * What a push to a task's branch is beside the versions that are recorded. `rewrites`: the newest of them is no longer on
 * the branch. `thrown_back`: the branch stands where it stood before `version`, the newest.
 */
type PlacedPush =
  | { kind: 'told_late' }
  | { kind: 'thrown_back'; version: Artifact }
  | { kind: 'new'; rewrites: boolean }

/** Webhooks come in any order, and a push by force need not have in it what was pushed before: then the branch is asked. */
export async function placePush(
  ports: BranchPorts,
  message: MessageOf<'pushed'>,
  versions: readonly Artifact[],
): Promise<PlacedPush> {
  const { repository, branch, after, forced } = message
  const { workspace, pullRequests } = ports
  const newest = versions.at(-1)
  if (newest === undefined) return { kind: 'new', rewrites: false }
  if (newest.commit_sha === after || (await isInVersion(ports, message, versions))) {
    const isBack = forced && newest.commit_sha !== after && (await pullRequests.findHead(repository, branch)) === after
    return isBack ? { kind: 'thrown_back', version: newest } : { kind: 'told_late' }
  }
  if (await workspace.isAncestor(repository, newest.commit_sha, after)) return { kind: 'new', rewrites: false }
  const head = await pullRequests.findHead(repository, branch)
  const stands = head === null || head === after || (await workspace.isAncestor(repository, after, head))
  return stands ? { kind: 'new', rewrites: true } : { kind: 'told_late' }
}

/** Whether a version has the pushed commit in it, or is it. */
async function isInVersion(
  { workspace }: Pick<BranchPorts, 'workspace'>,
  { repository, after }: MessageOf<'pushed'>,
  versions: readonly Artifact[],
): Promise<boolean> {
  for (const version of versions.toReversed()) {
    if (version.commit_sha === after) return true
    if (await workspace.isAncestor(repository, after, version.commit_sha)) return true
  }
  return false
}
