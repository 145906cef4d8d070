import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { findMarker } from '../../../views/markdown/markers.ts'
import type { ChangedIssue, ChangedSince, SeenComment } from '../../../application/ports/forge/forge-reader.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { payloads } from '../webhook/payload.ts'
import { readIssue, readIssueComment } from '../webhook/read-issue-webhook.ts'
import type { WebhookContext } from '../webhook/webhook-place.ts'
import { isOurs, restWhere } from './rest-where.ts'

/** Characters of comments that ask for something, held at a time. What is only talk is not held at all. */
const maxHeld = 16 * 1024 * 1024

/**
 * Two requests, or some more where very much changed. What was said before `since` was heard then: it is listed when it
 * changes. Where people ask for more than can be held, it ends with `until`: what was said later is still to be listed.
 */
export async function listChanged(
  client: InstallationClient,
  repository: RepositoryRef,
  since: string,
  context: WebhookContext,
  max = maxHeld,
): Promise<ChangedSince> {
  const octokit = await client.octokit(repository)
  const query = {
    owner: repository.owner,
    repo: repository.name,
    since,
    sort: 'updated',
    direction: 'asc',
    per_page: 100,
  } as const
  return call('list what changed', async () => {
    const issues = await octokit.paginate(octokit.rest.issues.listForRepo, { ...query, state: 'all' })
    const byNumber = new Map(issues.map((issue) => [issue.number, issue]))
    const comments: SeenComment[] = []
    const pages = octokit.paginate.iterator(octokit.rest.issues.listCommentsForRepo, query)
    const until = await readUntil(pages, since, max, (comment) => {
      const number = Number(comment.issue_url.split('/').at(-1))
      const issue = byNumber.get(number)
      const ours = isOurs(comment.user, context)
      const where = restWhere(repository, comment.user, context)
      const isHeard = ours || issue === undefined || Date.parse(comment.created_at) < Date.parse(since)
      const [message] = isHeard ? [] : readIssueComment(payloads.issue_comment.parse({ issue, comment }), where)
      const op = ours ? findMarker(comment.body ?? '')?.key : undefined
      const seen = { number, at: comment.created_at, isOurs: ours, message: message ?? null }
      comments.push(op === undefined ? seen : { ...seen, op })
      return message === undefined ? 0 : (comment.body?.length ?? 0)
    })
    const changed = issues.map((issue) => readChanged(repository, issue, issue.closed_by ?? null, context))
    return { issues: changed, comments, until }
  })
}

/**
 * Takes page after page, oldest first, until more is held than may be; then it says up to when. `take` says how much it
 * holds. At least something is taken that is newer than `since`: else the next look would see the same again.
 */
async function readUntil<T extends { updated_at: string }>(
  pages: AsyncIterable<{ data: T[] }>,
  since: string,
  max: number,
  take: (one: T) => number,
): Promise<string | null> {
  let held = 0
  for await (const { data } of pages) {
    for (const one of data) held += take(one)
    const last = data.at(-1)?.updated_at ?? since
    if (held > max && Date.parse(last) > Date.parse(since)) return last
  }
  return null
}

function readChanged(
  repository: RepositoryRef,
  issue: { pull_request?: unknown; state: string; closed_at: string | null },
  closer: { login: string; id: number; type?: string } | null,
  context: WebhookContext,
): ChangedIssue {
  const payload = payloads.issues.parse({ issue })
  const [edited] = readIssue('edited', payload, restWhere(repository, null, context))
  if (edited?.kind !== 'issue_edited') throw new Error('an edited issue is a message')
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
