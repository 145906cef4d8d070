import { createHash } from 'node:crypto'
import { call } from '../../../adapters/github/client/github-fault.ts'
import type { GitHubOctokit } from '../../../adapters/github/client/installation-client.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { type TaskBrief, TaskBriefSchema } from '../../../domain/jobs/task-brief.ts'
import type { JobOrder } from '../../../domain/jobs/job-order.ts'

/** What the executor of an order gets, as the bot laid it down: the order names its bytes. */
export async function fetchBrief(
  octokit: GitHubOctokit,
  { owner, name }: RepositoryRef,
  { brief_sha: sha, run_id: runId }: JobOrder,
): Promise<TaskBrief> {
  const where = { owner, repo: name, file_sha: sha }
  const { data } = await call('fetch the brief of the task', () => octokit.rest.git.getBlob(where))
  const bytes = Buffer.from(data.content, 'base64')
  const named = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  const brief = TaskBriefSchema.parse(JSON.parse(bytes.toString('utf8')))
  if (named !== sha || brief.run_id !== runId) throw new Error('the brief is not the one that the order names')
  return brief
}
