import type { Merged, PullMerge } from '../../../application/ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { findPusher } from '../read/find-pusher.ts'
import { readObstacle } from '../../../domain/rules/read-obstacle.ts'
import { call, GitHubFault, statusOf, toGitHubFault } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'

const mergeTries = 6

interface MergeMeans {
  client: InstallationClient
  /** Logins of the bot and its second identity. */
  ourLogins: readonly string[]
  wait: (ms: number) => Promise<void>
}

type Settled = Exclude<Merged, { kind: 'moved' }>

/** Merges with the head's `sha`; where the head has moved, tells whether it was one of us who moved it. */
export async function mergePull(means: MergeMeans, repository: RepositoryRef, merge: PullMerge): Promise<Merged> {
  const merged = await tryToMerge(means, repository, merge)
  if (merged.kind !== 'moved') return merged
  const pusher = await findPusher(means.client, repository, merged.branch, merged.head)
  return { kind: 'moved', head: merged.head, isOurs: means.ourLogins.includes(pusher?.login ?? '') }
}

/** 405 while mergeability isn't known yet is asked again, 409 is a moved head. */
async function tryToMerge(
  { client, wait }: MergeMeans,
  repository: RepositoryRef,
  merge: PullMerge,
): Promise<Settled | { kind: 'moved'; head: string; branch: string }> {
  const octokit = await client.octokit(repository)
  const target = { owner: repository.owner, repo: repository.name, pull_number: merge.number }
  let refusal: unknown
  for (let tries = 1; ; tries += 1) {
    try {
      const done = await octokit.rest.pulls.merge({
        ...target,
        sha: merge.headSha,
        merge_method: 'merge',
        commit_title: merge.title,
      })
      return { kind: 'merged', sha: done.data.sha }
    } catch (error) {
      refusal = error
      const status = statusOf(error)
      if (status !== null && status !== 405 && status !== 409 && status < 500)
        await call('merge', () => Promise.reject(error))
    }
    const pull = await call('read the pull request', () => octokit.rest.pulls.get(target))
    if (pull.data.merged && pull.data.head.sha !== merge.headSha) return { kind: 'spent' }
    if (pull.data.merged) {
      // Not the base that it names, which is from before the merge.
      const sha = pull.data.merge_commit_sha ?? (await headOf(client, repository, pull.data.base.ref))
      return { kind: 'merged', sha, before: true }
    }
    // The head of a closed one stays where it was, whatever becomes of the branch.
    if (pull.data.state === 'closed') return { kind: 'conflict', why: 'its pull request is closed' }
    if (pull.data.head.sha !== merge.headSha)
      return { kind: 'moved', head: pull.data.head.sha, branch: pull.data.head.ref }
    if (pull.data.mergeable === false) return { kind: 'conflict', why: 'it conflicts with what was merged before it' }
    if (pull.data.draft === true)
      return { kind: 'refused', why: 'its pull request is a draft; mark it ready for review', isDraft: true }
    if (pull.data.mergeable === true && tries > 1) {
      if (forbidsMergeCommits(refusal)) return mergeByBranch(client, repository, merge, pull.data)
      if (readObstacle(wordsOf(refusal)) !== null) throw toGitHubFault(refusal, `merge #${merge.number}`)
      if (statusOf(refusal) === 405) return { kind: 'refused', why: `GitHub says: ${wordsOf(refusal)}` }
    }
    if (tries === mergeTries) return { kind: 'conflict', why: 'GitHub did not say whether it can be merged' }
    await wait(100 * 2 ** tries)
  }
}

/** GitHub tells this from its other refusals (drafts, reviews and checks that are required) by words alone. */
function forbidsMergeCommits(refusal: unknown): boolean {
  return statusOf(refusal) === 405 && /merge commits are not allowed/i.test(wordsOf(refusal))
}

function wordsOf(refusal: unknown): string {
  return refusal instanceof Error ? (refusal.message.split(' - https://')[0] ?? '') : 'no'
}

/** Where merge commits are forbidden for pull requests: merging the branches marks the pull request merged (design 3.3). */
async function mergeByBranch(
  client: InstallationClient,
  repository: RepositoryRef,
  merge: PullMerge,
  pull: { base: { ref: string } },
): Promise<Settled> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  try {
    const done = await octokit.rest.repos.merge({
      ...place,
      base: pull.base.ref,
      head: merge.headSha,
      commit_message: merge.title,
    })
    if (done.status === 201) return { kind: 'merged', sha: done.data.sha }
    return { kind: 'merged', sha: await headOf(client, repository, pull.base.ref), before: true }
  } catch (error) {
    if (statusOf(error) === 409 && /merge conflict/i.test(wordsOf(error)))
      return { kind: 'conflict', why: 'it conflicts with what was merged before it' }
    if (statusOf(error) === 409 && /was modified/i.test(wordsOf(error)))
      throw new GitHubFault('half_done', `${pull.base.ref} moved while it was merged into`, '', {
        status: 409,
        cause: error,
      })
    return call('merge the branches', () => Promise.reject(error))
  }
}

async function headOf(client: InstallationClient, repository: RepositoryRef, branch: string): Promise<string> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, branch }
  const { data } = await call('read the branch', () => octokit.rest.repos.getBranch(place))
  return data.commit.sha
}
