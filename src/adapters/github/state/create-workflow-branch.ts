import type { BranchCommit, WorkflowBranch } from '../../../application/ports/state/workflow-branch.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { call, statusOf } from '../client/github-fault.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'
import { createRepairer } from '../pulls/create-repairer.ts'
import { assertOurHead } from '../workflow-branch/check-head.ts'
import { isAncestor } from '../workflow-branch/is-ancestor.ts'
import { readBranchHead, readConfigurationFile, readTexts } from '../workflow-branch/read-state.ts'
import type { StateMac } from '../workflow-branch/state-mac.ts'
import { writeState } from './write-state.ts'

/** The workflow branch through one GraphQL query to look and one mutation to commit (design 3.1). */
export function createWorkflowBranch(client: InstallationClient, mac: StateMac): WorkflowBranch {
  const repairer = createRepairer(client)
  return {
    look: (repository, paths) => readBranchHead(client, repository, paths),
    readConfiguration: (repository, place) => readConfigurationFile(client, repository, place),
    readTexts: (repository, commit, paths) => readTexts(client, repository, commit, paths),
    listNewest: (repository, most) => listNewest(client, repository, most),
    hasCommit: (repository, sha) => hasCommit(client, repository, sha),
    isAncestor: (repository, sha, head) => isAncestor(client, repository, sha, head),
    assertOurs: (repository, commit, repositoryId) => assertOurHead(client, mac, repository, commit, repositoryId),
    commit: (repository, write) => writeState(client, mac, repository, write),
    putBack: (repository, fix) => repairer.restoreBranch(repository, { branch: workflowBranch, ...fix }),
    async readRepositoryId(repository) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name }
      return (await call('look at the repository', () => octokit.rest.repos.get(place))).data.id
    },
    listLabelled: (repository, labels, most) => listLabelled(client, repository, labels, most),
  }
}

async function listNewest(
  client: InstallationClient,
  repository: RepositoryRef,
  most: number,
): Promise<BranchCommit[]> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, sha: workflowBranch, per_page: most }
  try {
    const { data } = await octokit.rest.repos.listCommits(place)
    return data.map(({ sha, parents, commit }) => ({
      sha,
      message: commit.message,
      parents: parents.map((parent) => parent.sha),
      isVerified: commit.verification?.verified === true,
    }))
  } catch (error) {
    // No such branch, or no commit in the repository at all.
    if (statusOf(error) === 404 || statusOf(error) === 409) return []
    return call('list the commits', () => Promise.reject(error))
  }
}

async function hasCommit(client: InstallationClient, repository: RepositoryRef, sha: string): Promise<boolean> {
  const octokit = await client.octokit(repository)
  try {
    await octokit.rest.git.getCommit({ owner: repository.owner, repo: repository.name, commit_sha: sha })
    return true
  } catch (error) {
    // 409: a repository without any commit.
    if ([404, 409, 422].includes(statusOf(error) ?? 0)) return false
    return call('look for the head that was known', () => Promise.reject(error))
  }
}

async function listLabelled(
  client: InstallationClient,
  repository: RepositoryRef,
  labels: readonly string[],
  most: number,
): Promise<number[]> {
  const document = `query($owner: String!, $name: String!, $labels: [String!]) {
  repository(owner: $owner, name: $name) {
    issues(labels: $labels, states: [OPEN], first: ${most}, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { number } }
  }
}`
  const { owner, name } = repository
  const answer = await query<{ repository: { issues: { nodes: { number: number }[] } } }>(
    client,
    repository,
    document,
    { owner, name, labels },
  )
  return answer.repository.issues.nodes.map(({ number }) => number)
}
