import { type IssRecord, workflowBranch } from '../../../domain/records/iss-record.ts'
import { registerIssue } from '../../../domain/work/plan-life/register-issue.ts'
import { buildLinks, type Links } from '../../../views/markdown/links.ts'

/** Where files belong that are of no repository. */
export const localFiles = 'local/files'

/** Text of an issue that is on no GitHub yet. */
export interface OfflineIssue {
  number: number
  title: string
  body: string
  sha256: string
  removed: number
}

/** The record that the App would begin with, labelled by nobody in particular. `repository` is `owner/name`. */
export function recordOffline(issue: OfflineIssue, repository: string, at: string): IssRecord {
  const nobody = { login: 'you', id: 0, role: 'admin' as const }
  const facts = { ...issue, nodeId: '', repository, author: nobody.login, labels: [], open: true }
  return registerIssue(facts, nobody, at, { sessionId: 'offline', defaultBranch: 'main' })
}

/** Links as they would stand in the thread. */
export function linksOffline(record: IssRecord, env: Record<string, string | undefined>): Links {
  // Of files that lie in no repository there is no address.
  const web = record.repository === localFiles ? '' : (env['GITHUB_SERVER_URL'] ?? 'https://github.com')
  return buildLinks({ web, repository: record.repository, issueNumber: record.number, workflowBranch })
}
