/** Pages of a repository's dashboard, from its first one. Every one is a file, so that they open without a server too. */
export const issuesPage = 'index.html'
export const sessionsPage = 'sessions.html'
/** Of a server, which alone knows of them. */
export const webhooksPage = 'webhooks.html'

/** Pages of one issue, in the order of the bar that leads to them. */
export const issuePages = ['index', 'loop', 'planning', 'tuning', 'bundle', 'costs', 'trail', 'doctor'] as const
export type IssuePageName = (typeof issuePages)[number]

/** Those that an issue has: only one that tunes a skill has reports of it; files don't look around. */
export function listIssuePages({ tuning }: { tuning?: unknown }, isLive: boolean): IssuePageName[] {
  return issuePages.filter((page) => (page !== 'tuning' || tuning !== undefined) && (page !== 'doctor' || isLive))
}

export function issueHref(issueId: string, page: IssuePageName = 'index'): string {
  return `${encodeURIComponent(issueId)}/${page}.html`
}

/** Of a GOAL or ACTION, from another page of its issue; a CHECK stands on the page of the ACTION that it reviews. */
export function nodeHref(nodeId: string): string {
  return `${encodeURIComponent(nodeId)}.html`
}
