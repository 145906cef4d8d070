import { openOrder, sealOrder } from '../../../application/state/seal-order.ts'
import type { HandedBack, TaskJob, TaskJobPlace, TaskJobs } from '../../../application/ports/forge/task-jobs.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { TaskJobDefaults } from '../../../domain/jobs/find-task-job.ts'
import { call, statusOf } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import type { StateMac } from '../workflow-branch/state-mac.ts'
import { judgeJobs } from './judge-jobs.ts'
import { listNamedRuns } from './list-named-runs.ts'
import { readTaskResult } from './read-task-result.ts'

export interface TaskJobsOptions {
  client: InstallationClient
  botLogin: string
  mac: Pick<StateMac, 'publicKeys' | 'signOrder'>
  /** Base of the pages people see, `https://github.com`. */
  web: string
  defaults: TaskJobDefaults
  /** The workflow run that this is, if it is one: what it had to do with a task is over. */
  ownRun?: number | undefined
  nowMs: () => number
}

/** Name of the artifact that a job hands its result back by. */
export const taskArtifactName = 'countersign-result'
const dispatchRoute = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'
/** Packed; more is not fetched. */
const mostArtifactBytes = 100_000_000
/** GitHub's lists may be older than that: what was ordered and is not listed is not ordered again meanwhile. */
const listedAfterMs = 30_000

interface Known {
  id: number | null
  orderedMs: number
}

/** Tasks in runs of a workflow, found by their names. What is remembered of them spares requests and no more. */
export function createTaskJobs({ client, botLogin, mac, web, defaults, ownRun, nowMs }: TaskJobsOptions): TaskJobs {
  const known = new Map<string, Known>()

  /** The oldest first: of two that were ordered, the later one refuses its order. None where there is no such workflow. */
  async function listNamed({ repository, workflow, name }: TaskJobPlace) {
    const octokit = await client.octokit(repository)
    try {
      return await listNamedRuns(octokit, { ...placeOf(repository), workflow, name, actor: botLogin })
    } catch (error) {
      return statusOf(error) === 404 ? [] : call('list the jobs of tasks', () => Promise.reject(error))
    }
  }

  async function look(repository: RepositoryRef, id: number): Promise<TaskJob> {
    const octokit = await client.octokit(repository)
    const where = { ...placeOf(repository), run_id: id }
    const [run, jobs] = await call('look at the job of a task', () =>
      Promise.all([
        octokit.rest.actions.getWorkflowRun(where),
        octokit.rest.actions.listJobsForWorkflowRun({ ...where, filter: 'all', per_page: 100 }),
      ]),
    )
    return { id, url: run.data.html_url, state: judgeJobs(run.data, jobs.data.jobs) }
  }

  /** Id of the workflow run, where that is known; an answer that is lost is no sign that nothing was started. */
  async function start(place: TaskJobPlace, dispatch: () => Promise<unknown>): Promise<number | null> {
    try {
      return idOf(await call('start the job of a task', dispatch))
    } catch (error) {
      const [first] = await listNamed(place)
      if (first === undefined) throw error
      return first.id
    }
  }

  return {
    defaults,
    async find(place) {
      const before = known.get(place.name)
      if (before?.id != null) {
        const job = await look(place.repository, before.id)
        if (job.state.kind !== 'ended' || job.state.how !== 'refused') return job
      }
      const [first] = await listNamed(place)
      if (first !== undefined) {
        known.set(place.name, { id: first.id, orderedMs: before?.orderedMs ?? nowMs() })
        return look(place.repository, first.id)
      }
      if (before === undefined || nowMs() - before.orderedMs > listedAfterMs) return undefined
      const since = new Date(before.orderedMs).toISOString()
      return { id: 0, url: pageOf(web, place), state: { kind: 'waiting', since } }
    },
    async order(place, { order, brief, branch }) {
      const octokit = await client.octokit(place.repository)
      const where = placeOf(place.repository)
      const content = Buffer.from(JSON.stringify(brief)).toString('base64')
      const blob = await call('keep the brief of a task', () =>
        octokit.rest.git.createBlob({ ...where, content, encoding: 'base64' }),
      )
      const added = { version: 1 as const, name: place.name, brief_sha: blob.data.sha, ordered_by: botLogin }
      const inputs = { name: place.name, order: sealOrder({ ...order, ...added }, mac.signOrder) }
      const dispatch = { ...where, workflow_id: place.workflow, ref: branch, inputs, return_run_details: true }
      const id = await start(place, async () => (await octokit.request(dispatchRoute, dispatch)).data)
      known.set(place.name, { id, orderedMs: nowMs() })
      return id === null ? undefined : look(place.repository, id)
    },
    async fetchResult(repository, { id, url }) {
      const octokit = await client.octokit(repository)
      const where = placeOf(repository)
      const { data } = await call('look for the result of a task', () =>
        octokit.rest.actions.listWorkflowRunArtifacts({ ...where, run_id: id, name: taskArtifactName }),
      )
      const artifact = data.artifacts.find((one) => one.name === taskArtifactName && !one.expired)
      if (artifact === undefined) return undefined
      if (artifact.size_in_bytes > mostArtifactBytes) return `it has ${artifact.size_in_bytes} bytes`
      const archive = await call('fetch the result of a task', () =>
        octokit.rest.actions.downloadArtifact({ ...where, artifact_id: artifact.id, archive_format: 'zip' }),
      )
      return open(new Uint8Array(archive.data as ArrayBuffer), repository, url)
    },
    async cancel(place) {
      const octokit = await client.octokit(place.repository)
      const live = (await listNamed(place)).filter(({ id, status }) => status !== 'completed' && id !== ownRun)
      for (const { id } of live) {
        try {
          await octokit.rest.actions.cancelWorkflowRun({ ...placeOf(place.repository), run_id: id })
        } catch (error) {
          // It ended meanwhile.
          if (statusOf(error) !== 409) await call('cancel the job of a task', () => Promise.reject(error))
        }
      }
      known.delete(place.name)
    },
  }

  function open(archive: Uint8Array, repository: RepositoryRef, url: string): HandedBack | string {
    const read = readTaskResult(archive)
    if (typeof read === 'string') return read
    const order = openOrder(read.result.order, mac.publicKeys)
    if (order?.repository !== repository.key) return 'it names no order of ours'
    return { order, url, ...read }
  }
}

function placeOf({ owner, name }: RepositoryRef) {
  return { owner, repo: name }
}

function pageOf(web: string, { repository, workflow }: TaskJobPlace): string {
  return `${web}/${repository.key}/actions/workflows/${workflow}`
}

/** An older GitHub answers with nothing. */
function idOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('workflow_run_id' in data)) return null
  return typeof data.workflow_run_id === 'number' ? data.workflow_run_id : null
}
