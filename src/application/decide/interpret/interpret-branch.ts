import { type Artifact, type ArtifactFile, unknownPerson } from '../../../domain/records/artifact.ts'
import { type Role, roleAtLeast } from '../../../domain/configuration/configuration.ts'
import type { NewArtifact } from '../../../domain/gate/draft/gate-event.ts'
import type { Work } from '../../../domain/records/work.ts'
import { getBound } from '../../effects/bound-work.ts'
import { describeVersion } from '../../branches/describe-version.ts'
import { isBeforePush } from './early-signal.ts'
import { findActor } from './find-actor.ts'
import { findUndoneWork } from '../../branches/find-undone.ts'
import { headAfterMerge, integrationHead } from '../../branches/integration-head.ts'
import {
  early,
  type Interpretation,
  isCurrent,
  isCurrentTask,
  nothing,
  only,
  type SignalOf,
  withoutRole,
} from './interpretation.ts'
import { findIntegrationDifferences } from '../../branches/integration-differences.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import { pathRules } from '../../runs/path-rules.ts'
import type { LoadedWork } from '../../ports/state/state-store.ts'
import type { OurPull, Signal, Sender } from '../../ports/queues/signal.ts'

/** A pull request of ours that a person closed or merged by hand. */
export async function interpretClose(
  ports: MachinePorts,
  signal: SignalOf<'pull_closed'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { pull, sender } = signal
  const at = { key: signal.key, at: signal.at }
  if (pull.leaf === 'base') {
    return isCurrent(work, signal, 'base')
      ? only({ ...at, kind: 'final_closed', number: pull.number, merged: signal.merged, by: withoutRole(sender) })
      : nothing
  }
  const node = work.execution?.nodes[pull.leaf]
  if (!isCurrentTask(work, signal, pull.leaf) || node?.kind !== 'ACTION') return nothing
  if (!signal.merged) {
    const branches = [node.branch, work.record?.base_branch ?? node.branch]
    const standing = await Promise.all(branches.map((one) => ports.pullRequests.findHead(signal.repository, one)))
    // GitHub closes pull requests from and into a branch that is deleted: nobody has judged anything, it is lost.
    if (standing.includes(null)) return nothing
  } else if (isBeforePush(signal, pull.headSha, work)) return early
  const actor = await findActor(ports, signal, loaded)
  const { roles } = loaded.configuration
  const may = (needs: Role) => roleAtLeast(actor?.role ?? null, needs)
  const by = { login: sender.login, id: sender.id }
  const common = { task: pull.leaf, by, review_id: ports.newId() }
  const about = { ...at, kind: 'gate', op: null, by: actor ?? withoutRole(sender), on: null } as const
  if (!signal.merged) {
    const gate = { kind: 'pull_request_closed' as const, number: pull.number, may_review: may(roles.review), ...common }
    return only({ ...about, gate })
  }
  const mergeSha = await findMergeCommit(ports, signal, work)
  // The integration branch is gone with it, which is told by itself.
  if (mergeSha === null) return nothing
  const merge = await describeMerge(ports, signal, loaded, work, mergeSha)
  return only({ ...about, gate: { kind: 'pull_request_merged', ...merge, may_waive: may(roles.waive), ...common } })
}

/** GitHub may tell of a merge before it says which commit that is; nothing else of ours moves the branch meanwhile. */
async function findMergeCommit(
  { pullRequests }: MachinePorts,
  { repository, mergeSha, pull }: SignalOf<'pull_closed'>,
  { record }: Work,
): Promise<string | null> {
  const found = mergeSha ?? (await pullRequests.findMergeCommit(repository, pull.number))
  if (found !== null || record?.base_branch == null) return found
  return pullRequests.findHead(repository, record.base_branch)
}

/** What a person merged, with what of it no version may hold, and where the integration branch stood before. */
async function describeMerge(
  ports: MachinePorts,
  signal: SignalOf<'pull_closed'>,
  loaded: LoadedWork,
  work: Work,
  sha: string,
) {
  const { repository, pull } = signal
  const integration = integrationHead(work)
  const base = (await ports.workspace.mergeBase(repository, integration, pull.headSha)) ?? integration
  const change = await ports.workspace.describeChange(repository, base, pull.headSha)
  const task = work.plan?.tasks.find((one) => one.id === pull.leaf)
  const rules = task === undefined ? undefined : pathRules(task, loaded.configuration)
  const faults = rules === undefined ? [] : await ports.workspace.findFaults(repository, base, pull.headSha, rules)
  const versions = work.execution?.artifacts ?? []
  const known = versions.some((one) => one.task === pull.leaf && one.commit_sha === pull.headSha)
  // Who merged it need not have pushed it.
  const pushed = { ...signal, sender: { ...signal.sender, ...unknownPerson } }
  return {
    artifact: await describeHead(ports, pushed, work, { ...pull, base, change }),
    merge_sha: await headAfterMerge(ports.workspace, repository, work, sha),
    merge: { sha, before: await ports.pullRequests.headBefore(repository, work.record?.base_branch ?? '', sha) },
    // What was taken as a version kept to the rules when it was.
    faults: known ? [] : faults.slice(0, 20).map((fault) => `${fault.path}: ${fault.message}`),
  }
}

/** A person's push: a version of the task, or what keeps it from being one. */
export async function interpretPush(
  ports: MachinePorts,
  signal: SignalOf<'pushed'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { sender, leaf } = signal
  const at = { key: signal.key, at: signal.at }
  if (!isCurrent(work, signal, leaf) || work.record?.phase === 'stopped') return tellUnheard(signal, work)
  if (signal.forced)
    return only({ ...at, kind: 'branch_lost', branch: signal.branch, how: 'force-pushed', by: sender.login })
  if (leaf === 'base') return interpretBasePush(ports, signal, work)
  const task = work.plan?.tasks.find((one) => one.id === leaf)
  const node = work.execution?.nodes[leaf]
  if (task === undefined || node?.kind !== 'ACTION') return nothing
  const versions = work.execution?.artifacts.filter((one) => one.task === leaf) ?? []
  // Told late: what came after it is known already.
  if ((await findVersionSince(ports, signal, versions)) !== undefined) return nothing
  const refused = (faults: string[]) =>
    only({
      ...at,
      kind: 'push_refused',
      task: leaf,
      by: sender.login,
      faults: faults.slice(0, 20),
      pull_request: node.pull_request?.open ? node.pull_request.number : null,
    })
  const base = await ports.workspace.mergeBase(signal.repository, integrationHead(work), signal.after)
  if (base === undefined) {
    return refused([
      `it shares no history with \`${work.record?.base_branch}\`: make the branch from there, push again`,
    ])
  }
  const change = await ports.workspace.describeChange(signal.repository, base, signal.after)
  if (change.length === 0) return refused(['the push changes nothing against the integration branch'])
  const rules = pathRules(task, loaded.configuration)
  const faults = await ports.workspace.findFaults(signal.repository, base, signal.after, rules)
  if (faults.length > 0) return refused(faults.map((fault) => `${fault.path}: ${fault.message}`))
  const artifact = await describeHead(ports, signal, work, { headSha: signal.after, leaf, base, change })
  const by = { login: sender.login, id: sender.id }
  return only({
    ...at,
    kind: 'gate',
    op: null,
    by: withoutRole(sender),
    on: null,
    gate: { kind: 'version_pushed', task: leaf, artifact, by },
  })
}

/** Under a key of its own: should the work go on, the same push is heard. Of plans that there never was nothing is said. */
function tellUnheard(signal: SignalOf<'pushed'>, { record }: Work): Interpretation {
  const { branch, planNumber, sender, key } = signal
  if (record === null || planNumber === null || planNumber > record.plan_count) return nothing
  return only({ key: `unheard:${key}`, at: signal.at, kind: 'pushed_unheard', branch, by: sender.login })
}

/** What others bring into the integration branch is nobody's version: it is told where it is not what was approved. */
async function interpretBasePush(ports: MachinePorts, signal: SignalOf<'pushed'>, work: Work): Promise<Interpretation> {
  if (work.record === null || work.plan === null || work.execution === null) return nothing
  const { repository, after: commit, branch, sender } = signal
  const bound = getBound(work)
  const recorded = integrationHead(bound)
  // Told late: what is recorded was merged on top of it, and was looked at with it.
  if (recorded !== commit && (await ports.workspace.isAncestor(repository, commit, recorded))) return nothing
  const differences = await findIntegrationDifferences(ports, repository, bound, commit)
  if (differences.length === 0 || (await wasTakenOut(ports, repository, branch, commit))) return nothing
  const event = { key: signal.key, at: signal.at, kind: 'integration_differs' as const, op: null }
  return only({ ...event, branch, commit, by: sender.login, differences })
}

/** Told late: what was merged there was put back since. */
async function wasTakenOut(
  { pullRequests, workspace }: MachinePorts,
  repository: Signal['repository'],
  branch: string,
  commit: string,
): Promise<boolean> {
  const head = await pullRequests.findHead(repository, branch)
  return head !== null && head !== commit && !(await workspace.isAncestor(repository, commit, head))
}

/** A version that has the pushed commit in it, or is it. */
async function findVersionSince(
  ports: Pick<MachinePorts, 'workspace'>,
  { repository, after }: SignalOf<'pushed'>,
  versions: readonly Artifact[],
): Promise<Artifact | undefined> {
  for (const version of versions.toReversed()) {
    if (version.commit_sha === after) return version
    if (await ports.workspace.isAncestor(repository, after, version.commit_sha)) return version
  }
  return undefined
}

async function describeHead(
  ports: MachinePorts,
  signal: { repository: Signal['repository']; at: string; sender: Sender },
  work: Work,
  head: Pick<OurPull, 'headSha' | 'leaf'> & { base: string; change: readonly ArtifactFile[] },
): Promise<NewArtifact> {
  const versions = work.execution?.artifacts.filter((one) => one.task === head.leaf) ?? []
  const described = await describeVersion(ports, signal.repository, versions, { ...head, commit: head.headSha })
  const where = { task: head.leaf, base: head.base, commit: head.headSha }
  const undoes = await findUndoneWork(ports.workspace, signal.repository, work, where)
  const treeSha = await ports.workspace.readTreeSha(signal.repository, head.headSha)
  const node = work.execution?.nodes[head.leaf]
  if (node?.kind !== 'ACTION') throw new Error(`there is no task ${head.leaf}`)
  return {
    artifact_id: ports.newId(),
    commit_sha: head.headSha,
    tree_sha: treeSha,
    ...described,
    undoes,
    branch: node.branch,
    created_at: signal.at,
    by: { kind: 'person', login: signal.sender.login, id: signal.sender.id },
    run_id: null,
    carried_from: null,
  }
}
