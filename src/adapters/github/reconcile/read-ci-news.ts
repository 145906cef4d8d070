import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Message } from '../../../application/ports/queues/message.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { isOwnCheck } from '../read/is-own-check.ts'
import { ciMessage } from '../webhook/read-branch-webhook.ts'
import type { WebhookContext } from '../webhook/webhook-place.ts'
import { restWhere } from './rest-where.ts'

/** Check runs of others that are finished, and statuses, as their webhooks would have told. */
export async function readCiNews(
  client: InstallationClient,
  repository: RepositoryRef,
  { branch, commitSha }: { branch: string; commitSha: string },
  context: WebhookContext,
): Promise<Message[]> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, ref: commitSha, per_page: 100 }
  const [runs, status] = await call('read CI', () =>
    Promise.all([
      octokit.paginate(octokit.rest.checks.listForRef, place),
      octokit.rest.repos.getCombinedStatusForRef(place),
    ]),
  )
  const where = restWhere(repository, null, context)
  return [
    ...runs
      .filter((run) => run.status === 'completed' && !isOwnCheck(run, context.appId))
      .flatMap((run) => ciMessage(where, branch, commitSha, run.name, `ci:check:${run.id}:${run.completed_at}`)),
    ...status.data.statuses.flatMap((one) => ciMessage(where, branch, commitSha, one.context, `ci:status:${one.id}`)),
  ]
}
