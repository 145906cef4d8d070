import { execa } from 'execa'
import { ExecutionRecordSchema } from '../src/domain/execution-record.ts'
import type { Stage } from './stage.ts'
import type { Report } from './report.ts'

/** The newest comment of the bot that shows the plan or the status, as anybody may read it. */
export async function getComment(stage: Stage, issue: number, kind: 'plan' | 'status'): Promise<string> {
  const comments = await stage
    .as('reader')
    .rest.issues.listComments({ ...stage.place, issue_number: issue, per_page: 100 })
  const bodies = comments.data.map((comment) => comment.body ?? '')
  return bodies.findLast((body) => body.startsWith(`<!-- countersign:${kind} `)) ?? bodies.at(-1) ?? 'nothing'
}

/** The pull request of a task (`T1`), or the final one (`base`). */
export async function findPull(stage: Stage, leaf: string): Promise<{ number: number }> {
  const pulls = await stage.as('reader').rest.pulls.list({ ...stage.place, state: 'all', per_page: 100 })
  const found = pulls.data.find((pull) => pull.head.ref.endsWith(`/${leaf}`))
  if (found === undefined) throw new Error(`there is no pull request of ${leaf}`)
  return { number: found.number }
}

/** Verdicts that the bot's reviews gave, oldest first. */
export async function findVerdicts(stage: Stage, number: number): Promise<string[]> {
  const reviews = await stage
    .as('reader')
    .rest.pulls.listReviews({ ...stage.place, pull_number: number, per_page: 100 })
  return reviews.data
    .filter((review) => review.user?.login === stage.running.sandbox.reviewer.login)
    .map((review) => review.state)
}

/** Versions and their verdicts from the workflow branch, read with plain git. */
export async function readVersions(stage: Stage, issue: number): Promise<Report['versions']> {
  const git = async (...args: string[]) => (await execa('git', ['-C', stage.bareDir, ...args])).stdout
  const name = `ISS-${String(issue).padStart(3, '0')}-execution.json`
  const files = await git('ls-tree', '-r', '--name-only', 'countersign/workflow')
  const path = files.split('\n').find((file) => file.endsWith(`/solutions/${name}`))
  if (path === undefined) throw new Error(`the workflow branch has no ${name}`)
  const execution = ExecutionRecordSchema.parse(JSON.parse(await git('show', `countersign/workflow:${path}`)))
  return execution.artifacts.map((artifact) => ({
    task: artifact.task,
    version: artifact.version,
    verdict:
      execution.reviews.findLast((review) => review.reviewed_artifact_id === artifact.artifact_id)?.verdict ?? 'none',
    by: artifact.by.kind === 'person' ? `@${artifact.by.login}` : artifact.by.name,
  }))
}

export async function readPulls(stage: Stage): Promise<Report['pullRequests']> {
  const pulls = await stage
    .as('reader')
    .rest.pulls.list({ ...stage.place, state: 'all', per_page: 100, sort: 'created', direction: 'asc' })
  return pulls.data.map((pull) => ({ number: pull.number, title: pull.title, merged: pull.merged_at !== null }))
}
