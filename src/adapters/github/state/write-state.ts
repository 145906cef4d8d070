import { workflowBranch } from '../../../domain/records/iss-record.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { mostBytesAtOnce, type StateWrite } from '../../../application/ports/state/workflow-branch.ts'
import { gitBlobIdOf } from '../../../application/bundle/hashes.ts'
import { call, statusOf, toGitHubFault } from '../client/github-fault.ts'
import { explainRefusedRef } from '../rules/explain-refused-ref.ts'
import { contentOf } from '../workflow-branch/tree-content.ts'
import { graphqlFault, type InstallationClient } from '../client/installation-client.ts'
import type { StateMac } from '../workflow-branch/state-mac.ts'

/** Commit id of the new head, or null when the branch was not where it was thought to be. */
export async function writeState(
  client: InstallationClient,
  mac: StateMac,
  repository: RepositoryRef,
  write: StateWrite,
): Promise<string | null> {
  const changes = write.files.map((file) => ({
    path: file.path,
    blob: file.bytes === null ? null : (file.blob ?? gitBlobIdOf(file.bytes)),
  }))
  const trailers = mac.trailers({ repositoryId: write.repositoryId, parent: write.parent, ops: write.ops, changes })
  const body = [...write.lines.map((line) => `- ${line}`), '', ...trailers].join('\n')
  const bytes = write.files.reduce((sum, file) => sum + (file.bytes?.length ?? 0), 0)
  const simple =
    write.parent !== null && bytes <= mostBytesAtOnce && write.files.every((file) => file.mode !== '100755')
  try {
    if (simple && write.parent !== null)
      return await commitOnBranch(client, repository, { ...write, parent: write.parent }, body)
    return await commitByTrees(client, repository, write, body)
  } catch (error) {
    // An unclear answer may have done it: look for the operations before anybody acts again (design 3.1).
    const fault = toGitHubFault(error, 'commit to the workflow branch')
    if (fault.retry === 'never') throw fault
    const found = await findCommit(client, repository, trailers)
    if (found !== undefined) return found
    throw fault
  }
}

const commitMutation = `mutation($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`

interface CommitAnswer {
  createCommitOnBranch: { commit: { oid: string } } | null
}

async function commitOnBranch(
  client: InstallationClient,
  repository: RepositoryRef,
  write: StateWrite & { parent: string },
  body: string,
): Promise<string | null> {
  const additions = write.files.flatMap((file) =>
    file.bytes === null ? [] : [{ path: file.path, contents: Buffer.from(file.bytes).toString('base64') }],
  )
  const input = {
    branch: { repositoryNameWithOwner: repository.key, branchName: workflowBranch },
    expectedHeadOid: write.parent,
    message: { headline: write.headline, body },
    fileChanges: {
      additions,
      deletions: write.files.flatMap((file) => (file.bytes === null ? [{ path: file.path }] : [])),
    },
  }
  const { data, errors } = await client.graphql<CommitAnswer>(repository, commitMutation, { input })
  const oid = data?.createCommitOnBranch?.commit.oid
  if (oid !== undefined) return oid
  // A branch that is gone has moved too: what to do is decided anew on what is there.
  if (errors.some((error) => error.type === 'STALE_DATA' || error.type === 'NOT_FOUND')) return null
  throw graphqlFault(errors)
}

/** The first, parentless commit, and those with modes or sizes that GraphQL can't express: tree, commit, ref. */
async function commitByTrees(
  client: InstallationClient,
  repository: RepositoryRef,
  write: StateWrite,
  body: string,
): Promise<string | null> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  const entries = []
  for (const file of write.files) {
    const mode = file.mode ?? ('100644' as const)
    const entry = { path: file.path, mode, type: 'blob' as const }
    if (file.bytes === null) entries.push({ ...entry, sha: null })
    else if (file.blob !== undefined) entries.push({ ...entry, sha: file.blob })
    else entries.push({ ...entry, ...(await contentOf(client, repository, file.bytes)) })
  }
  const base =
    write.parent === null
      ? {}
      : { base_tree: (await octokit.rest.git.getCommit({ ...place, commit_sha: write.parent })).data.tree.sha }
  const tree = await octokit.rest.git.createTree({ ...place, ...base, tree: entries })
  const parents = write.parent === null ? [] : [write.parent]
  const commit = await octokit.rest.git.createCommit({
    ...place,
    message: `${write.headline}\n\n${body}`,
    tree: tree.data.sha,
    parents,
  })
  try {
    if (write.parent === null)
      await octokit.rest.git.createRef({ ...place, ref: `refs/heads/${workflowBranch}`, sha: commit.data.sha })
    else
      await octokit.rest.git.updateRef({ ...place, ref: `heads/${workflowBranch}`, sha: commit.data.sha, force: false })
    return commit.data.sha
  } catch (error) {
    const refused = { branch: workflowBranch, expected: write.parent }
    const why = await explainRefusedRef(client, repository, refused, error)
    if (why !== 'moved') throw why
    return null
  }
}

/** The commit that carries exactly these trailers (operations, changes, MAC with its parent), among the newest of the branch. */
async function findCommit(
  client: InstallationClient,
  repository: RepositoryRef,
  trailers: readonly string[],
): Promise<string | undefined> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, sha: workflowBranch, per_page: 20 }
  const wanted = trailers.join('\n')
  try {
    const answer = await call('look for the operation', () => octokit.rest.repos.listCommits(place))
    return answer.data.find((one) => one.commit.message.trimEnd().endsWith(`\n${wanted}`))?.sha
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 409) return undefined
    throw error
  }
}
