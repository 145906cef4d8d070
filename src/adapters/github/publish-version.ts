import type { Published, VersionToPublish } from '../../application/ports/pull-requests.ts'
import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import type { WorkTreeFile } from '../../application/ports/workspace.ts'
import { call, GitHubFault, statusOf } from './github-fault.ts'
import { type InstallationClient, query } from './installation-client.ts'
import { contentOf } from './tree-content.ts'

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
  createPullRequest(input: $pull) { pullRequest { number } }
}`
const publishWithoutPull = publishMutation
  .replace(', $pull: CreatePullRequestInput!', '')
  .replace(/ {2}createPullRequest.*\n/, '')

interface PublishAnswer {
  createRef?: unknown
  createCommitOnBranch?: { commit: { oid: string; tree: { oid: string } } } | null
  createPullRequest?: { pullRequest: { number: number } } | null
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
          },
        }
  const document = wanted === null ? publishWithoutPull : publishMutation
  const { data, errors } = await call('publish a version', () =>
    client.graphql<PublishAnswer>(repository, document, variables),
  )
  const made = data?.createCommitOnBranch?.commit
  const number = data?.createPullRequest?.pullRequest.number ?? null
  if (made === undefined || (wanted !== null && number === null)) {
    const message = errors[0]?.message ?? 'no answer'
    // Part of it may be done: the next try looks at what stands and goes on from there.
    throw new GitHubFault(
      'github_unavailable',
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

const repositoryIds = new Map<string, string>()

/** GraphQL's id of a repository; it never changes. */
async function findRepositoryId(client: InstallationClient, repository: RepositoryRef): Promise<string> {
  const key = `${repository.installationId}:${repository.key}`
  const known = repositoryIds.get(key)
  if (known !== undefined) return known
  const data = await call('read the repository', () =>
    query<{ repository: { id: string } }>(
      client,
      repository,
      'query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }',
      {
        owner: repository.owner,
        name: repository.name,
      },
    ),
  )
  repositoryIds.set(key, data.repository.id)
  return data.repository.id
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
  const parents = head === null || head === version.base ? [version.base] : [head, version.base]
  const commit = await call('commit a version', () =>
    octokit.rest.git.createCommit({
      ...place,
      message: `${version.headline}\n\n${version.body}`,
      tree: treeSha,
      parents,
    }),
  )
  const sha = commit.data.sha
  if (head === null)
    await call('create the branch', () =>
      octokit.rest.git.createRef({ ...place, ref: `refs/heads/${version.branch}`, sha }),
    )
  else
    await call('move the branch', () =>
      octokit.rest.git.updateRef({ ...place, ref: `heads/${version.branch}`, sha, force: false }),
    )
  const pullRequest = await ensurePull(client, repository, version)
  return { commitSha: sha, treeSha, pullRequest }
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

async function findHead(client: InstallationClient, repository: RepositoryRef, branch: string): Promise<string | null> {
  const octokit = await client.octokit(repository)
  try {
    const ref = await octokit.rest.git.getRef({
      owner: repository.owner,
      repo: repository.name,
      ref: `heads/${branch}`,
    })
    return ref.data.object.sha
  } catch (error) {
    if (statusOf(error) === 404) return null
    return call('read the branch', () => Promise.reject(error))
  }
}

/** An earlier try that got as far as the commit: same message on the head, whose pull request may still be missing. */
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

/** The open pull request of that branch into that base, made if there is none. */
export async function openPull(
  client: InstallationClient,
  repository: RepositoryRef,
  pull: { head: string; into: string; title: string; body: string },
): Promise<number> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  try {
    const made = await octokit.rest.pulls.create({
      ...place,
      head: pull.head,
      base: pull.into,
      title: pull.title,
      body: pull.body,
    })
    return made.data.number
  } catch (error) {
    const open = await call('look for the pull request', () =>
      octokit.rest.pulls.list({ ...place, head: `${repository.owner}:${pull.head}`, base: pull.into, state: 'open' }),
    )
    const found = open.data[0]
    if (found !== undefined) return found.number
    return call('open the pull request', () => Promise.reject(error))
  }
}
