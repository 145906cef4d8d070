import type { Issue, Repository } from '../world/world.ts'

/** A path in a URL: every segment encoded, the slashes kept. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** `/owner/name/tree/ref/path`; the path may be empty. */
export function linkFile(base: string, kind: 'tree' | 'blob' | 'raw' | 'commits', ref: string, path = ''): string {
  return `${base}/${kind}/${encodePath(ref)}${path === '' ? '' : `/${encodePath(path)}`}`
}

/** `/owner/name/pull/3` or `/owner/name/issues/3`, whatever the number is. */
export function linkIssue(base: string, repository: Repository, issue: Pick<Issue, 'number'>): string {
  const pull = repository.pulls.some((candidate) => candidate.number === issue.number)
  return `${base}/${pull ? 'pull' : 'issues'}/${issue.number}`
}
