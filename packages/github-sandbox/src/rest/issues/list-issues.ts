import type { Issue, Repository } from '../../world/world.ts'

/** The repository's issues and pull requests after GitHub's filters (`state` open unless told), newest first unless told. */
export function listIssues(repo: Repository, query: Record<string, string>): Issue[] {
  const state = query['state'] ?? 'open'
  const labels = (query['labels'] ?? '').split(',').filter((name) => name !== '')
  const since = query['since']
  const sign = query['direction'] === 'asc' ? 1 : -1

  return repo.issues
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) => labels.every((name) => hasLabel(issue, name)))
    .filter((issue) => matchesAssignee(issue, query['assignee']))
    .filter((issue) => query['creator'] === undefined || issue.user === query['creator'])
    .filter((issue) => query['mentioned'] === undefined || (issue.body ?? '').includes(`@${query['mentioned']}`))
    .filter((issue) => since === undefined || Date.parse(issue.updatedAt) >= Date.parse(since))
    .toSorted((a, b) => sign * compare(a, b, query['sort'] ?? 'created'))
}

function hasLabel(issue: Issue, name: string): boolean {
  return issue.labels.some((label) => label.toLowerCase() === name.toLowerCase())
}

function matchesAssignee(issue: Issue, assignee: string | undefined): boolean {
  if (assignee === undefined) return true
  if (assignee === 'none') return issue.assignees.length === 0

  return assignee === '*' ? issue.assignees.length > 0 : issue.assignees.includes(assignee)
}

function compare(a: Issue, b: Issue, sort: string): number {
  if (sort === 'comments') return a.comments.length - b.comments.length || a.number - b.number
  if (sort === 'updated') return a.updatedAt.localeCompare(b.updatedAt) || a.number - b.number

  return a.number - b.number
}
