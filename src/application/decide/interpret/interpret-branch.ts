import { type ArtifactFile, unknownPerson } from '../../../domain/records/artifact.ts'
import { type Role, roleAtLeast } from '../../../domain/configuration/sections/roles.ts'
import type { NewArtifact } from '../../../domain/gate/draft/gate-event.ts'
import type { Work } from '../../../domain/records/work.ts'
import { getBound } from '../../attempts/bound-work.ts'
import { describeVersion } from '../../branches/describe-version.ts'
import { isBeforePush } from './early-message.ts'
import { bringsDefault } from './brings-default.ts'
import { findActor } from './find-actor.ts'
import { findUndoneWork } from '../../branches/find-undone.ts'
import { placePush } from './place-push.ts'
import { headAfterMerge, integrationHead } from '../../branches/integration-head.ts'
import {
  early,
  type Interpretation,
  isCurrent,
  isCurrentTask,
  nothing,
  only,
  type MessageOf,
  withoutRole,
} from './interpretation.ts'
import { findIntegrationDifferences } from '../../branches/integration-differences.ts'
import type { MachinePorts, BranchPorts } from '../../ports/machine-ports.ts'
import { pathRules } from '../../runs/path-rules.ts'
import type { LoadedWork } from '../../ports/state/state-store.ts'
import type { OurPull, Message, Sender } from '../../ports/queues/message.ts'

/** A pull request of ours that a person closed or merged by hand. */
export async function interpretClose(
  ports: BranchPorts & Pick<MachinePorts, 'people' | 'newId'>,
  message: MessageOf<'pull_closed'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { pull, sender } = message
  const at = { key: message.key, at: message.at }
  if (pull.leaf === 'base') {
    return isCurrent(work, message, 'base')
      ? only({ ...at, kind: 'final_closed', number: pull.number, merged: message.merged, by: withoutRole(sender) })
      : nothing
  }
  const node = work.execution?.nodes[pull.leaf]
  if (!isCurrentTask(work, message, pull.leaf) || node?.kind !== 'ACTION') return nothing
  if (!message.merged) {
    const branches = [node.branch, work.record?.base_branch ?? node.branch]
    const standing = await Promise.all(branches.map((one) => ports.pullRequests.findHead(message.repository, one)))
    // GitHub closes pull requests from and into a branch that is deleted: nobody has judged anything, it is lost.
    if (standing.includes(null)) return nothing
  } else if (isBeforePush(message, pull.headSha, work)) return early
  const actor = await findActor(ports, message, loaded)
  const { roles } = loaded.configuration
  const may = (needs: Role) => roleAtLeast(actor?.role ?? null, needs)
  const by = { login: sender.login, id: sender.id }
  const common = { task: pull.leaf, by, review_id: ports.newId() }
  const about = { ...at, kind: 'gate', op: null, by: actor ?? withoutRole(sender), on: null } as const
  if (!message.merged) {
    const gate = { kind: 'pull_request_closed' as const, number: pull.number, may_review: may(roles.review), ...common }
    return only({ ...about, gate })
  }
  const mergeSha = await findMergeCommit(ports, message, work)
  // The integration branch is gone with it, which is told by itself.
  if (mergeSha === null) return nothing
  const merge = await describeMerge(ports, message, loaded, work, mergeSha)
  return only({ ...about, gate: { kind: 'pull_request_merged', ...merge, may_waive: may(roles.waive), ...common } })
}

/** GitHub may tell of a merge before it says which commit that is; nothing else of ours moves the branch meanwhile. */
async function findMergeCommit(
  { pullRequests }: Pick<MachinePorts, 'pullRequests'>,
  { repository, mergeSha, pull }: MessageOf<'pull_closed'>,
  { record }: Work,
): Promise<string | null> {
  const found = mergeSha ?? (await pullRequests.findMergeCommit(repository, pull.number))
  if (found !== null || record?.base_branch == null) return found
  return pullRequests.findHead(repository, record.base_branch)
}

/** What a person merged, with what of it no version may hold, and where the integration branch stood before. */
async function describeMerge(
  ports: BranchPorts & Pick<MachinePorts, 'newId'>,
  message: MessageOf<'pull_closed'>,
  loaded: LoadedWork,
  work: Work,
  sha: string,
) {
  const { repository, pull } = message
  const integration = integrationHead(work)
  const base = (await ports.workspace.mergeBase(repository, integration, pull.headSha)) ?? integration
  const change = await ports.workspace.describeChange(repository, base, pull.headSha)
  const task = work.plan?.tasks.find((one) => one.id === pull.leaf)
  const rules = task === undefined ? undefined : pathRules(task, loaded.configuration, task.executor)
  const faults = rules === undefined ? [] : await ports.workspace.findFaults(repository, base, pull.headSha, rules)
  const versions = work.execution?.artifacts ?? []
  const known = versions.some((one) => one.task === pull.leaf && one.commit_sha === pull.headSha)
  // Who merged it need not have pushed it.
  const pushed = { ...message, sender: { ...message.sender, ...unknownPerson } }
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
  ports: BranchPorts & Pick<MachinePorts, 'newId'>,
  message: MessageOf<'pushed'>,
  loaded: LoadedWork,
  work: Work,
): Promise<Interpretation> {
  const { sender, leaf } = message
  const at = { key: message.key, at: message.at }
  if (!isCurrent(work, message, leaf) || work.record?.phase === 'stopped') return interpretMissedPush(message, work)
  if (leaf === 'base') {
    return message.forced
      ? only({ ...at, kind: 'branch_lost', branch: message.branch, how: 'force-pushed', by: sender.login })
      : interpretBasePush(ports, message, work)
  }
  const task = work.plan?.tasks.find((one) => one.id === leaf)
  const node = work.execution?.nodes[leaf]
  if (task === undefined || node?.kind !== 'ACTION') return nothing
  const versions = work.execution?.artifacts.filter((one) => one.task === leaf) ?? []
  const common = {
    ...at,
    task: leaf,
    by: sender.login,
    pull_request: node.pull_request?.open ? node.pull_request.number : null,
  }
  const standing = await placePush(ports, message, versions)
  switch (standing.kind) {
    case 'told_late':
      return nothing
    case 'thrown_back': {
      const { version } = standing
      return only({ ...common, kind: 'branch_thrown_back', commit: message.after, version: version.version })
    }
    case 'new':
      break
  }
  const refused = (faults: string[], outside: string[] = [], brings?: string) =>
    only({
      ...common,
      kind: 'push_refused',
      faults: faults.slice(0, 20),
      outside: outside.slice(0, 20),
      ...(brings === undefined ? {} : { brings }),
    })
  const base = await ports.workspace.mergeBase(message.repository, integrationHead(work), message.after)
  if (base === undefined) {
    return refused([
      `it shares no history with \`${work.record?.base_branch}\`: make the branch from there, push again`,
    ])
  }
  const change = await ports.workspace.describeChange(message.repository, base, message.after)
  if (change.length === 0)
    return only({
      ...common,
      kind: 'push_refused',
      faults: ['the push changes nothing against the integration branch'],
      outside: [],
      empty: true,
    })
  const rules = pathRules(task, loaded.configuration, task.executor)
  const faults = await ports.workspace.findFaults(message.repository, base, message.after, rules)
  if (faults.length > 0) {
    const outside = faults.filter(({ code }) => code === 'outside_scope').map(({ path }) => path)
    const brings = (await bringsDefault(ports, message, work)) ? work.record?.default_branch : undefined
    return refused(
      faults.map((fault) => `${fault.path}: ${fault.message}`),
      outside,
      brings,
    )
  }
  const artifact = await describeHead(ports, message, work, { headSha: message.after, leaf, base, change })
  const by = { login: sender.login, id: sender.id }
  return only({
    ...at,
    kind: 'gate',
    op: null,
    by: withoutRole(sender),
    on: null,
    gate: { kind: 'version_pushed', task: leaf, artifact, by, ...(standing.rewrites ? { rewrites: true } : {}) },
  })
}

/** Under a key of its own: should the work go on, the same push is heard. Of plans that there never was nothing is said. */
function interpretMissedPush(message: MessageOf<'pushed'>, { record }: Work): Interpretation {
  const { branch, planNumber, sender, key } = message
  if (record === null || planNumber === null || planNumber > record.plan_count) return nothing
  return only({ key: `unheard:${key}`, at: message.at, kind: 'pushed_unheard', branch, by: sender.login })
}

/** What others bring into the integration branch is nobody's version: it is told where it is not what was approved. */
async function interpretBasePush(
  ports: BranchPorts,
  message: MessageOf<'pushed'>,
  work: Work,
): Promise<Interpretation> {
  if (work.record === null || work.plan === null || work.execution === null) return nothing
  const { repository, after: commit, branch, sender } = message
  const bound = getBound(work)
  const recorded = integrationHead(bound)
  // Told late: what is recorded was merged on top of it, and was looked at with it.
  if (recorded !== commit && (await ports.workspace.isAncestor(repository, commit, recorded))) return nothing
  const differences = await findIntegrationDifferences(ports, repository, bound, commit)
  if (differences.length === 0 || (await wasTakenOut(ports, repository, branch, commit))) return nothing
  const event = { key: message.key, at: message.at, kind: 'integration_differs' as const, op: null }
  return only({ ...event, branch, commit, by: sender.login, differences })
}

/** Told late: what was merged there was put back since. */
async function wasTakenOut(
  { pullRequests, workspace }: BranchPorts,
  repository: Message['repository'],
  branch: string,
  commit: string,
): Promise<boolean> {
  const head = await pullRequests.findHead(repository, branch)
  return head !== null && head !== commit && !(await workspace.isAncestor(repository, commit, head))
}

async function describeHead(
  ports: Pick<MachinePorts, 'workspace' | 'newId'>,
  message: { repository: Message['repository']; at: string; sender: Sender },
  work: Work,
  head: Pick<OurPull, 'headSha' | 'leaf'> & { base: string; change: readonly ArtifactFile[] },
): Promise<NewArtifact> {
  const versions = work.execution?.artifacts.filter((one) => one.task === head.leaf) ?? []
  const described = await describeVersion(ports, message.repository, versions, { ...head, commit: head.headSha })
  const node = work.execution?.nodes[head.leaf]
  if (node?.kind !== 'ACTION') throw new Error(`there is no task ${head.leaf}`)
  const where = { task: head.leaf, base: head.base, commit: head.headSha, settles: node.conflict !== null }
  const undoes = await findUndoneWork(ports.workspace, message.repository, work, where)
  const treeSha = await ports.workspace.readTreeSha(message.repository, head.headSha)
  return {
    artifact_id: ports.newId(),
    commit_sha: head.headSha,
    tree_sha: treeSha,
    ...described,
    undoes,
    branch: node.branch,
    created_at: message.at,
    by: { kind: 'person', login: message.sender.login, id: message.sender.id },
    run_id: null,
    carried_from: null,
  }
}
