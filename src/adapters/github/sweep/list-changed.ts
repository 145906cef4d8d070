import type { RepositoryRef } from '../../../application/ports/repository-ref.ts'
import type { ChangedIssue, SeenComment } from '../../../application/ports/lookout.ts'
import { call } from '../github-fault.ts'
import type { InstallationClient } from '../installation-client.ts'
import { payloads } from '../webhook/payload.ts'
import { readIssue, readIssueComment } from '../webhook/read-issue-webhook.ts'
import type { WebhookContext } from '../webhook/webhook-place.ts'
import { isOurs, restWhere } from './rest-where.ts'

/** Two requests, or some more where very much changed. What was said before `since` was heard then: it is listed when it changes. */
export async function listChanged(
  client: InstallationClient,
  repository: RepositoryRef,
  since: string,
  context: WebhookContext,
): Promise<{ issues: ChangedIssue[]; comments: SeenComment[] }> {
  const octokit = await client.octokit(repository)
  const query = { owner: repository.owner, repo: repository.name, since, sort: 'updated', per_page: 100 } as const
  const [issues, comments] = await call('list what changed', () =>
    Promise.all([
      octokit.paginate(octokit.rest.issues.listForRepo, { ...query, state: 'all', direction: 'asc' }),
      octokit.paginate(octokit.rest.issues.listCommentsForRepo, { ...query, direction: 'asc' }),
    ]),
  )
  const byNumber = new Map(issues.map((issue) => [issue.number, issue]))
  return {
    issues: issues.map((issue) => readChanged(repository, issue, issue.closed_by ?? null, context)),
    comments: comments.map((comment): SeenComment => {
      const number = Number(comment.issue_url.split('/').at(-1))
      const issue = byNumber.get(number)
      const ours = isOurs(comment.user, context)
      const where = restWhere(repository, comment.user, context)
      const isHeard = ours || issue === undefined || Date.parse(comment.created_at) < Date.parse(since)
      const [signal] = isHeard ? [] : readIssueComment(payloads.issue_comment.parse({ issue, comment }), where)
      return { number, at: comment.created_at, isOurs: ours, signal: signal ?? null }
    }),
  }
}

function readChanged(
  repository: RepositoryRef,
  issue: { pull_request?: unknown; state: string; closed_at: string | null },
  closer: { login: string; id: number; type?: string } | null,
  context: WebhookContext,
): ChangedIssue {
  const payload = payloads.issues.parse({ issue })
  const [edited] = readIssue('edited', payload, restWhere(repository, null, context))
  if (edited?.kind !== 'issue_edited') throw new Error('an edited issue is a signal')
  // GitHub's webhook about the closing says the same second twice; later changes have moved the other one.
  const then = { issue: { ...payload.issue, updated_at: issue.closed_at ?? payload.issue.updated_at } }
  const [closed] = readIssue('closed', then, restWhere(repository, closer, context))
  const byPerson = issue.state === 'closed' && !isOurs(closer, context)
  return {
    isPull: issue.pull_request != null,
    snapshot: edited.issue,
    edited,
    closed: byPerson ? (closed ?? null) : null,
  }
}
