import { execa } from 'execa'
import { ExecutionRecordSchema } from '../../domain/records/execution-record.ts'
import type { Progress } from './chapter.ts'
import type { Report, Version } from './report.ts'
import type { Stage } from './stage.ts'

/** The newest plan comment, as anybody may read it; the story goes on with its hash and id. */
export async function readNewPlan(stage: Stage, progress: Progress): Promise<{ text: string; nodeId: string }> {
  const comments = await listComments(stage, progress.issue)
  const found = comments.findLast(({ text }) => text.startsWith('<!-- countersign:plan '))
  const hash = /Plan `([0-9a-f]{7})`/.exec(found?.text ?? '')?.[1]
  const planId = /countersign:plan (SOL-\S+)/.exec(found?.text ?? '')?.[1]
  if (found === undefined || hash === undefined || planId === undefined)
    throw new Error(`no plan was proposed; the bot said:\n${comments.at(-1)?.text ?? 'nothing'}`)
  progress.hash = hash
  progress.planId = planId
  return found
}

/** The bot's newest comment, which must have these words. */
export async function expectAnswer(stage: Stage, issue: number, words: string): Promise<string> {
  const answer = (await listComments(stage, issue)).at(-1)?.text ?? 'nothing'
  if (!answer.includes(words)) throw new Error(`expected an answer with “${words}”; the newest comment is:\n${answer}`)
  return answer
}

/** The place that debugging a task confirmed, as the status comment tells it. */
export async function findCause(stage: Stage, issue: number, task: string): Promise<string> {
  const comments = await listComments(stage, issue)
  const status = comments.findLast(({ text }) => text.startsWith('<!-- countersign:status '))?.text ?? 'nothing'
  const debug = status.slice(status.indexOf(`Debug of ${task}`))
  const place = /\(`([^`]+)`\) → confirmed/.exec(debug)?.[1]
  if (place === undefined) throw new Error(`no cause was confirmed; the status says:\n${status}`)
  return place
}

/** Whether readers see only a line of it until they open it. */
export async function isFolded(stage: Stage, nodeId: string): Promise<boolean> {
  const query = 'query ($id: ID!) { node(id: $id) { ... on IssueComment { isMinimized } } }'
  const answer = await stage.as('reader').graphql<{ node: { isMinimized: boolean } }>(query, { id: nodeId })
  return answer.node.isMinimized
}

async function listComments(stage: Stage, issue: number): Promise<{ text: string; nodeId: string }[]> {
  const comments = await stage
    .as('reader')
    .rest.issues.listComments({ ...stage.place, issue_number: issue, per_page: 100 })
  return comments.data.map((comment) => ({ text: comment.body ?? '', nodeId: comment.node_id }))
}

/** The newest pull request of a task (`T1`), or the final one (`base`). */
export async function findPull(stage: Stage, leaf: string): Promise<{ number: number }> {
  const pulls = await stage.as('reader').rest.pulls.list({ ...stage.place, state: 'all', per_page: 100 })
  const found = pulls.data.find((pull) => pull.head.ref.endsWith(`/${leaf}`))
  if (found === undefined) throw new Error(`there is no pull request of ${leaf}`)
  return { number: found.number }
}

/** Verdicts that the bot's reviews gave, oldest first. */
export async function expectVerdicts(stage: Stage, number: number, wanted: readonly string[]): Promise<void> {
  const reviews = await stage
    .as('reader')
    .rest.pulls.listReviews({ ...stage.place, pull_number: number, per_page: 100 })
  const verdicts = reviews.data
    .filter((review) => review.user?.login === stage.running.sandbox.reviewer.login)
    .map((review) => review.state)
  if (verdicts.join() !== wanted.join())
    throw new Error(
      `pull request #${number} has the reviews ${verdicts.join(', ') || 'none'}, not ${wanted.join(', ') || 'none'}`,
    )
}

/** Versions of all plans and their verdicts from the workflow branch, read with plain git. */
export async function readVersions(stage: Stage, issue: number): Promise<Version[]> {
  const git = async (...args: string[]) => (await execa('git', ['-C', stage.bareDir, ...args])).stdout
  const name = `ISS-${String(issue).padStart(3, '0')}-execution.json`
  const files = (await git('ls-tree', '-r', '--name-only', 'countersign/workflow')).split('\n')
  const paths = files.filter((file) => file.includes('/solutions/') && file.endsWith(`/${name}`))
  const records = await Promise.all(
    paths.map(async (path) =>
      ExecutionRecordSchema.parse(JSON.parse(await git('show', `countersign/workflow:${path}`))),
    ),
  )
  return records
    .toSorted((a, b) => a.solution_id.localeCompare(b.solution_id, 'en', { numeric: true }))
    .flatMap(({ solution_id: plan, artifacts, reviews }) =>
      artifacts.map((artifact) => ({
        plan,
        task: artifact.task,
        version: artifact.version,
        verdict: reviews.findLast((review) => review.reviewed_artifact_id === artifact.artifact_id)?.verdict ?? 'none',
        by: artifact.by.kind === 'person' ? `@${artifact.by.login}` : artifact.by.name,
        carried: artifact.carried_from !== null,
        blobs: artifact.files.map((file) => file.blob ?? ''),
      })),
    )
}

export async function readPulls(stage: Stage): Promise<Report['pullRequests']> {
  const pulls = await stage
    .as('reader')
    .rest.pulls.list({ ...stage.place, state: 'all', per_page: 100, sort: 'created', direction: 'asc' })
  return pulls.data.map((pull) => ({ number: pull.number, title: pull.title, merged: pull.merged_at !== null }))
}
