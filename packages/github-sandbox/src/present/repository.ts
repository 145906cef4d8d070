import { nodeId } from '../world/node-id.ts'
import type { Repository, Role } from '../world/world.ts'
import type { PresentContext } from './present-context.ts'
import { presentLogin } from './accounts/user.ts'

export function repositoryUrl(context: PresentContext, repo: Repository): string {
  return `${context.api}/repos/${repo.owner}/${repo.name}`
}

export function repositoryPage(context: PresentContext, repo: Repository): string {
  return `${context.web}/${repo.owner}/${repo.name}`
}

/** Schemas `repository` and `minimal-repository`. */
export function presentRepository(context: PresentContext, repo: Repository) {
  const openIssues = repo.issues.filter((issue) => issue.state === 'open').length

  return {
    id: repo.id,
    node_id: nodeId('Repository', repo.id),
    name: repo.name,
    full_name: `${repo.owner}/${repo.name}`,
    private: repo.private,
    owner: presentLogin(context, repo.owner),
    description: repo.description,
    fork: false,
    ...repositoryUrls(context, repo),
    created_at: repo.createdAt,
    updated_at: repo.pushedAt,
    pushed_at: repo.pushedAt,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: repo.hasIssues !== false,
    has_projects: true,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repo.archived === true,
    disabled: false,
    open_issues_count: openIssues,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    custom_properties: {},
    visibility: repo.private ? 'private' : 'public',
    forks: 0,
    open_issues: openIssues,
    watchers: 0,
    default_branch: repo.defaultBranch,
  }
}

/** Schema `full-repository`; `role` is the asker's, undefined for nobody. */
export function presentFullRepository(context: PresentContext, repo: Repository, role: Role | undefined) {
  const ranks: Role[] = ['read', 'triage', 'write', 'maintain', 'admin']
  const rank = role ? ranks.indexOf(role) : -1

  return {
    ...presentRepository(context, repo),
    permissions: { admin: rank >= 4, maintain: rank >= 3, push: rank >= 2, triage: rank >= 1, pull: rank >= 0 },
    allow_merge_commit: repo.allowMergeCommit,
    allow_squash_merge: repo.allowSquashMerge !== false,
    allow_rebase_merge: repo.allowRebaseMerge !== false,
    allow_auto_merge: false,
    allow_update_branch: true,
    delete_branch_on_merge: false,
    use_squash_pr_title_as_default: false,
    squash_merge_commit_title: 'COMMIT_OR_PR_TITLE',
    squash_merge_commit_message: 'COMMIT_MESSAGES',
    merge_commit_title: 'MERGE_MESSAGE',
    merge_commit_message: 'PR_TITLE',
    organization: presentLogin(context, repo.owner),
    subscribers_count: 0,
    network_count: 0,
  }
}

function repositoryUrls(context: PresentContext, repo: Repository) {
  const url = repositoryUrl(context, repo)
  const page = repositoryPage(context, repo)
  const host = new URL(context.web).host

  return {
    html_url: page,
    url,
    forks_url: `${url}/forks`,
    keys_url: `${url}/keys{/key_id}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    teams_url: `${url}/teams`,
    hooks_url: `${url}/hooks`,
    issue_events_url: `${url}/issues/events{/number}`,
    events_url: `${url}/events`,
    assignees_url: `${url}/assignees{/user}`,
    branches_url: `${url}/branches{/branch}`,
    tags_url: `${url}/tags`,
    blobs_url: `${url}/git/blobs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    trees_url: `${url}/git/trees{/sha}`,
    statuses_url: `${url}/statuses/{sha}`,
    languages_url: `${url}/languages`,
    stargazers_url: `${url}/stargazers`,
    contributors_url: `${url}/contributors`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    commits_url: `${url}/commits{/sha}`,
    git_commits_url: `${url}/git/commits{/sha}`,
    comments_url: `${url}/comments{/number}`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    contents_url: `${url}/contents/{+path}`,
    compare_url: `${url}/compare/{base}...{head}`,
    merges_url: `${url}/merges`,
    archive_url: `${url}/{archive_format}{/ref}`,
    downloads_url: `${url}/downloads`,
    issues_url: `${url}/issues{/number}`,
    pulls_url: `${url}/pulls{/number}`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    labels_url: `${url}/labels{/name}`,
    releases_url: `${url}/releases{/id}`,
    deployments_url: `${url}/deployments`,
    git_url: `git://${host}/${repo.owner}/${repo.name}.git`,
    ssh_url: `git@${host}:${repo.owner}/${repo.name}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
  }
}
