import { nodeId } from '../../world/node-id.ts'
import type { PullStats } from '../../git/pull-stats.ts'
import type { Issue, Pull, Repository } from '../../world/world.ts'
import { authorAssociation } from '../accounts/author-association.ts'
import { presentLabels } from '../label.ts'
import type { PresentContext } from '../present-context.ts'
import { presentRepository, repositoryPage, repositoryUrl } from '../repository.ts'
import { presentTeam } from '../accounts/team.ts'
import { presentLogin } from '../accounts/user.ts'

/** Schema `pull-request-simple`, as lists and review payloads show it. */
export function presentSimplePull(context: PresentContext, repo: Repository, pull: Pull, issue: Issue) {
  const assignees = issue.assignees.map((login) => presentLogin(context, login))

  return {
    ...pullUrls(context, repo, pull),
    id: pull.id,
    node_id: nodeId('PullRequest', pull.id),
    number: pull.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: presentLogin(context, issue.user),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: pull.requestedReviewers.map((login) => presentLogin(context, login)),
    requested_teams: (pull.requestedTeams ?? []).map((slug) => presentTeam(context, repo, slug)),
    labels: presentLabels(context, repo, issue.labels),
    milestone: null,
    draft: pull.draft,
    head: presentSide(context, repo, pull.head),
    base: presentSide(context, repo, pull.base),
    _links: presentLinks(context, repo, pull),
    author_association: authorAssociation(repo, issue.user),
    auto_merge: null,
    active_lock_reason: issue.lockReason ?? null,
  }
}

/** Schema `pull-request`. */
export function presentPull(context: PresentContext, repo: Repository, pull: Pull, issue: Issue, stats: PullStats) {
  return {
    ...presentSimplePull(context, repo, pull, issue),
    merged: pull.merged,
    mergeable: pull.merged ? null : pull.mergeable,
    rebaseable: pull.merged ? null : pull.mergeable,
    mergeable_state: mergeableState(repo, pull, issue),
    merged_by: pull.mergedBy === null ? null : presentLogin(context, pull.mergedBy),
    comments: issue.comments.length,
    review_comments: pull.reviewComments.length,
    maintainer_can_modify: false,
    commits: stats.commits.length,
    additions: stats.additions,
    deletions: stats.deletions,
    changed_files: stats.changedFiles,
  }
}

/** Schema `pull-request-minimal`. */
export function presentMinimalPull(context: PresentContext, repo: Repository, pull: Pull) {
  const minimal = { id: repo.id, url: repositoryUrl(context, repo), name: repo.name }

  return {
    url: `${repositoryUrl(context, repo)}/pulls/${pull.number}`,
    id: pull.id,
    number: pull.number,
    head: { ref: pull.head.ref, sha: pull.head.sha, repo: minimal },
    base: { ref: pull.base.ref, sha: pull.base.sha, repo: minimal },
  }
}

/** Open pull requests whose head is this commit, as checks and workflow runs list them. */
export function presentPullsAt(context: PresentContext, repo: Repository, sha: string) {
  return repo.pulls
    .filter((pull) => pull.head.sha === sha)
    .filter((pull) => repo.issues.some((issue) => issue.number === pull.number && issue.state === 'open'))
    .map((pull) => presentMinimalPull(context, repo, pull))
}

function mergeableState(repo: Repository, pull: Pull, issue: Issue): string {
  if (issue.state === 'closed' || pull.mergeable === null) return 'unknown'
  if (!pull.mergeable) return 'dirty'
  if (pull.draft) return 'draft'
  const runs = repo.checkRuns.filter((run) => run.headSha === pull.head.sha)
  const passed = runs.every((run) => ['success', 'neutral', 'skipped'].includes(run.conclusion ?? ''))
  const newest = new Map(
    repo.statuses.filter((one) => one.sha === pull.head.sha).map((one) => [one.context, one.state]),
  )

  return passed && [...newest.values()].every((state) => state === 'success') ? 'clean' : 'unstable'
}

function presentSide(context: PresentContext, repo: Repository, side: { ref: string; sha: string }) {
  return {
    label: `${repo.owner}:${side.ref}`,
    ref: side.ref,
    sha: side.sha,
    user: presentLogin(context, repo.owner),
    repo: {
      ...presentRepository(context, repo),
      allow_merge_commit: repo.allowMergeCommit,
      allow_squash_merge: true,
      allow_rebase_merge: true,
      allow_auto_merge: false,
      allow_update_branch: true,
      delete_branch_on_merge: false,
    },
  }
}

function pullUrls(context: PresentContext, repo: Repository, pull: Pull) {
  const repoUrl = repositoryUrl(context, repo)
  const url = `${repoUrl}/pulls/${pull.number}`
  const page = `${repositoryPage(context, repo)}/pull/${pull.number}`

  return {
    url,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: `${repoUrl}/issues/${pull.number}`,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${repoUrl}/pulls/comments{/number}`,
    comments_url: `${repoUrl}/issues/${pull.number}/comments`,
    statuses_url: `${repoUrl}/statuses/${pull.head.sha}`,
  }
}

function presentLinks(context: PresentContext, repo: Repository, pull: Pull) {
  const urls = pullUrls(context, repo, pull)

  return {
    self: { href: urls.url },
    html: { href: urls.html_url },
    issue: { href: urls.issue_url },
    comments: { href: urls.comments_url },
    review_comments: { href: urls.review_comments_url },
    review_comment: { href: urls.review_comment_url },
    commits: { href: urls.commits_url },
    statuses: { href: urls.statuses_url },
  }
}
