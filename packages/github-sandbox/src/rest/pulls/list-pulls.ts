import type { Issue, Pull, Repository } from '../../world/world.ts'

/** The repository's pull requests after GitHub's filters (`state` open unless told; `head` as `owner:branch`), newest first unless told. */
export function listPulls(repo: Repository, query: Record<string, string>): { pull: Pull; issue: Issue }[] {
  const state = query['state'] ?? 'open'
  const sort = query['sort'] ?? 'created'
  const direction = query['direction'] ?? (query['sort'] === undefined || sort === 'created' ? 'desc' : 'asc')
  const sign = direction === 'asc' ? 1 : -1

  return repo.pulls
    .flatMap((pull) => repo.issues.filter((issue) => issue.number === pull.number).map((issue) => ({ pull, issue })))
    .filter(({ issue }) => state === 'all' || issue.state === state)
    .filter(({ pull }) => matchesHead(repo, pull, query['head']))
    .filter(({ pull }) => query['base'] === undefined || pull.base.ref === query['base'])
    .toSorted((a, b) => sign * compare(a.issue, b.issue, sort))
}

/** GitHub ignores a `head` without an owner. */
function matchesHead(repo: Repository, pull: Pull, head: string | undefined): boolean {
  if (head === undefined || !head.includes(':')) return true

  return head.toLowerCase() === `${repo.owner}:${pull.head.ref}`.toLowerCase()
}

function compare(a: Issue, b: Issue, sort: string): number {
  if (sort === 'updated') return a.updatedAt.localeCompare(b.updatedAt) || a.number - b.number
  if (sort === 'popularity') return a.comments.length - b.comments.length || a.number - b.number

  return a.number - b.number
}
