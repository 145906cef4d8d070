import type { Published, VersionToPublish } from '../../../application/ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { WorkTreeFile } from '../../../application/ports/roles/workspace.ts'
import { call, GitHubFault, ruleFault } from '../client/github-fault.ts'
import { isLasting } from '../client/graphql-error.ts'
import { findObstacleIn, type InstallationClient } from '../client/installation-client.ts'
import { findHead } from '../read/find-head.ts'
import { explainRefusedRef } from '../rules/explain-refused-ref.ts'
import { findRepositoryId } from '../read/find-repository-id.ts'
import { openPull } from './open-pull.ts'
import { contentOf } from '../workflow-branch/tree-content.ts'

const maxGraphQlBytes = 10_000_000

/**
 * Puts a version on its branch as one commit by the bot: base's tree with the version's files. A first version with
 * plain modes is branch, commit and pull request in one GraphQL request; anything else goes through trees.
 */
export async function publishVersion(
  client: InstallationClient,
  repository: RepositoryRef,
  version: VersionToPublish,
  again: boolean,
): Promise<Published> {
  const head = again ? await findHead(client, repository, version.branch) : version.parent
  if (again && head !== null && head !== version.parent) {
    const found = await findPublished(client, repository, version, head)
    if (found !== null) return found
  }
  const bytes = version.files.reduce((sum, file) => sum + (file.bytes?.length ?? 0), 0)
  const plain = version.files.every((file) => file.mode !== '100755') && bytes <= maxGraphQlBytes
  if (head === null && plain) return publishTogether(client, repository, version)
  return publishByTrees(client, repository, version, head)
}

const publishMutation = `mutation($ref: CreateRefInput!, $commit: CreateCommitOnBranchInput!, $pull: CreatePullRequestInput!) {
  createRef(input: $ref) { ref { name } }
  createCommitOnBranch(input: $commit) { commit { oid tree { oid } } }
  createPullRequest(input: $pull) { pullRequest { number id } }
}`
const publishWithoutPull = publishMutation
  .replace(', $pull: CreatePullRequestInput!', '')
  .replace(/ {2}createPullRequest.*\n/, '')

interface PublishAnswer {
  createRef?: unknown
  createCommitOnBranch?: { commit: { oid: string; tree: { oid: string } } } | null
  createPullRequest?: { pullRequest: { number: number; id: string } } | null
}

async function publishTogether(
  client: InstallationClient,
  repository: RepositoryRef,
  version: VersionToPublish,
): Promise<Published> {
  const repositoryId = await findRepositoryId(client, repository)
  const ref = { repositoryId, name: `refs/heads/${version.branch}`, oid: version.base }
  const commit = {
    branch: { repositoryNameWithOwner: repository.key, branchName: version.branch },
    expectedHeadOid: version.base,
    message: { headline: version.headline, body: version.body },
    fileChanges: fileChanges(version.files),
  }
  const wanted = version.pullRequest
  const variables =
    wanted === null
      ? { ref, commit }
      : {
          ref,
          commit,
          pull: {
            repositoryId,
            baseRefName: wanted.into,
            headRefName: version.branch,
            title: wanted.title,
            body: wanted.body,
            ...(wanted.draft === true && { draft: true }),
          },
        }
  const document = wanted === null ? publishWithoutPull : publishMutation
  const { data, errors } = await call('publish a version', () =>
    client.graphql<PublishAnswer>(repository, document, variables),
  )
  const made = data?.createCommitOnBranch?.commit
  const { number, id } = data?.createPullRequest?.pullRequest ?? { number: null, id: '' }
  if (number !== null) client.pullIds.keep(repository, number, id)
  if (made === undefined || (wanted !== null && number === null)) {
    const message = errors[0]?.message ?? 'no answer'
    // Part of it may be done: the next try looks at what stands and goes on from there. The id may be that of a former
    // repository of this name.
    client.repositoryIds.delete(repository.key)
    const obstacle = findObstacleIn(errors)
    if (obstacle !== null) throw ruleFault(`publish ${version.branch}`, obstacle)
    const passes = errors.length > 0 && !errors.some(isLasting)
    throw new GitHubFault(
      passes ? 'github_unavailable' : 'half_done',
      `publishing ${version.branch} stopped half way: ${message}`,
      errors.map((error) => error.message).join('; '),
    )
  }
  return { commitSha: made.oid, treeSha: made.tree.oid, pullRequest: number }
}

function fileChanges(files: readonly WorkTreeFile[]) {
  const additions = files.flatMap((file) =>
    file.bytes === null ? [] : [{ path: file.path, contents: Buffer.from(file.bytes).toString('base64') }],
  )
  const deletions = files.flatMap((file) =>
    file.bytes === null
      ? [{ path: file.path }]
      : file.status === 'renamed' && file.previous_path !== null
        ? [{ path: file.previous_path }]
        : [],
  )
  return { additions, deletions }
}

async function publishByTrees(
  client: InstallationClient,
  repository: RepositoryRef,
  version: VersionToPublish,
  head: string | null,
): Promise<Published> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  const treeSha = await writeTree(client, repository, version)
  const commit = await call('commit a version', () =>
    octokit.rest.git.createCommit({
      ...place,
      message: `${version.headline}\n\n${version.body}`,
      tree: treeSha,
      parents: parentsOf(version, head),
    }),
  )
  const sha = commit.data.sha
  try {
    if (head === null) await octokit.rest.git.createRef({ ...place, ref: `refs/heads/${version.branch}`, sha })
    else await octokit.rest.git.updateRef({ ...place, ref: `heads/${version.branch}`, sha, force: false })
  } catch (error) {
    const why = await explainRefusedRef(client, repository, { branch: version.branch, expected: head }, error)
    // Somebody pushed. A version of theirs ends this run; else the next try goes on from what stands.
    throw why === 'moved'
      ? new GitHubFault('half_done', `${version.branch} moved while its version was published`, '')
      : why
  }
  const pullRequest = await ensurePull(client, repository, version)
  return { commitSha: sha, treeSha, pullRequest }
}

/** The version before and the base; the base alone where there is none, the version before alone where the base is in it. */
function parentsOf({ base, parent, parentBase }: VersionToPublish, head: string | null): string[] {
  if (head === null || head === base) return [base]
  return head === parent && parentBase === base ? [head] : [head, base]
}

/** Base's tree with the version's files on top; binary and large bytes go up as blobs of their own. */
async function writeTree(
  client: InstallationClient,
  repository: RepositoryRef,
  version: VersionToPublish,
): Promise<string> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  const entries: { path: string; mode: '100644' | '100755'; type: 'blob'; sha?: string | null; content?: string }[] = []
  for (const file of version.files) {
    const entry = { path: file.path, mode: file.mode ?? ('100644' as const), type: 'blob' as const }
    if (file.previous_path !== null && file.status === 'renamed')
      entries.push({ path: file.previous_path, mode: '100644', type: 'blob', sha: null })
    if (file.bytes === null) entries.push({ ...entry, sha: null })
    else entries.push({ ...entry, ...(await contentOf(client, repository, file.bytes)) })
  }
  const base = await call('read the base', () => octokit.rest.git.getCommit({ ...place, commit_sha: version.base }))
  if (entries.length === 0) return base.data.tree.sha
  const tree = await call('write the tree', () =>
    octokit.rest.git.createTree({ ...place, base_tree: base.data.tree.sha, tree: entries }),
  )
  return tree.data.sha
}

/** An earlier try that got as far as the commit: same message and same tree on the head; its pull request may still be missing. */
async function findPublished(
  client: InstallationClient,
  repository: RepositoryRef,
  version: VersionToPublish,
  head: string,
): Promise<Published | null> {
  const octokit = await client.octokit(repository)
  const commit = await call('read the head', () =>
    octokit.rest.git.getCommit({ owner: repository.owner, repo: repository.name, commit_sha: head }),
  )
  if (commit.data.message.trim() !== `${version.headline}\n\n${version.body}`.trim()) return null
  // A run done again may have made other bytes under the same message: those are a commit of their own.
  if (commit.data.tree.sha !== (await writeTree(client, repository, version))) return null
  return { commitSha: head, treeSha: commit.data.tree.sha, pullRequest: await ensurePull(client, repository, version) }
}

async function ensurePull(
  client: InstallationClient,
  repository: RepositoryRef,
  version: VersionToPublish,
): Promise<number | null> {
  if (version.pullRequest === null) return null
  return openPull(client, repository, { head: version.branch, ...version.pullRequest })
}
