import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReportedJob, Sandbox, WorkflowRun } from 'github-sandbox'
import { readGit } from '../git/git.ts'
import { asksForStatus, type Contexts, fillIn, holds, textOf } from './evaluate-expression.ts'
import { isStartedBy, parseWorkflow, type Step, type Workflow, type WorkflowJob } from './workflow.ts'

/** One step that uses an Action, as a runner starts it. */
export interface ActionStep {
  uses: string
  env: Record<string, string>
  cwd: string
  /** The job is cancelled. */
  signal: AbortSignal
}

/** Plays an Action; what it prints is the log. */
export type PlayAction = (step: ActionStep) => Promise<{ exitCode: number; log: string }>

export interface PlayedJob {
  workflow: string
  job: string
  event: string
  conclusion: 'success' | 'failure' | 'skipped' | 'cancelled'
  log: string
  summary: string
  outputs: Record<string, string>
}

export interface PlayerOptions {
  sandbox: Sandbox
  /** Fresh folders of jobs are made below it. */
  dir: string
  /** The bare repository of `owner/name`. */
  bareDir: (repository: string) => string
  secrets: Record<string, string>
  /** Variables of the repository. */
  vars?: Record<string, string>
  playAction: PlayAction
  /** More of the environment of each step that uses an Action; steps with commands of their own are left out. */
  env?: Record<string, string>
  /** Whether there is a runner with all of these labels: a job waits for one for ever, or until it is cancelled. */
  hasRunner?: (labels: readonly string[]) => boolean
}

export interface WorkflowPlayer {
  jobs: PlayedJob[]
  /** Starts what the clock would. */
  schedule(repository: string): void
  /** Resolves when no job waits or runs. */
  idle(): Promise<void>
  close(): Promise<void>
}

const permissionNames: Record<string, string> = { 'pull-requests': 'pull_requests' }

/** Plays GitHub's runners: each event starts the workflows of the default branch, each job on a machine of its own. */
export async function playWorkflows(options: PlayerOptions): Promise<WorkflowPlayer> {
  const { sandbox } = options
  const jobs: PlayedJob[] = []
  const runs = new Set<Promise<void>>()
  const groups = new Map<string, Promise<unknown>>()
  const cancelled = new Map<number, AbortController>()
  // Those that GitHub lists have ids of its own.
  let otherRuns = 0

  const start = (event: string, payload: Record<string, unknown>) => {
    if (payload['repository'] === undefined) return
    const { full_name: repository } = payload['repository'] as { full_name: string }
    const run = playEvent(repository, event, payload)
      .catch((error: unknown) => void jobs.push(crashed(event, error)))
      .finally(() => runs.delete(run))
    runs.add(run)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { installation: _installation, ...payload } = JSON.parse(Buffer.concat(chunks).toString()) as Contexts
      start(String(request.headers['x-github-event']), payload)
      response.writeHead(202).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  sandbox.setWorkflowUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)

  async function playEvent(repository: string, event: string, payload: Contexts): Promise<void> {
    const bareDir = options.bareDir(repository)
    const listed = await readGit(bareDir, ['ls-tree', '-r', '--name-only', 'HEAD', '.github/workflows/'])
    const paths = listed.split('\n').filter((path) => path !== '')
    const texts = await Promise.all(paths.map((path) => readGit(bareDir, ['show', `HEAD:${path}`])))
    const workflows = texts.map((text, index) => ({ path: paths[index] ?? '', workflow: parseWorkflow(text) }))
    const started = workflows
      .filter(({ path }) => event !== 'workflow_dispatch' || payload['workflow'] === path)
      .filter(({ workflow }) => isStartedBy(workflow, event, payload))
    await Promise.all(started.map((one) => playRun({ repository, event, payload, ...one })))
  }

  /** The run that GitHub lists for a dispatch; all others have none there. */
  function findListed({ repository, path, event }: Omit<Run, 'id'>) {
    const repo = sandbox.world.repositories.find(({ owner, name }) => `${owner}/${name}` === repository)
    const waiting = repo?.workflowRuns.filter((one) => one.workflow === path && !cancelled.has(one.id)) ?? []
    return event === 'workflow_dispatch' ? waiting.find(({ status }) => status === 'queued') : undefined
  }

  async function playRun(told: Omit<Run, 'id'>): Promise<void> {
    const listed = findListed(told)
    otherRuns -= 1
    const id = listed?.id ?? otherRuns
    const controller = new AbortController()
    cancelled.set(id, controller)
    const run = { ...told, ...(listed === undefined ? {} : { listed }) }
    // No webhook tells of what a job's token does.
    const looking = setInterval(() => {
      if (listed?.conclusion === 'cancelled') controller.abort()
    }, 50)
    const results = new Map<string, Promise<Result>>()
    for (const [name, job] of Object.entries(run.workflow.jobs)) {
      const needed = job.needs.map(async (need) => [need, await results.get(need)] as const)
      results.set(
        name,
        Promise.all(needed).then((needs) => playJob({ ...run, id }, name, job, Object.fromEntries(needs))),
      )
    }
    const ended = await Promise.all(results.values())
    clearInterval(looking)
    if (listed === undefined || listed.status === 'completed') return
    const isWell = ended.every(({ result }) => result !== 'failure')
    await sandbox.completeWorkflowRun(run.repository, id, isWell ? 'success' : 'failure')
  }

  /** Tells GitHub how a job of a run that it lists is. */
  function report(run: Run, job: Partial<PlayedJob>, status: ReportedJob['status'], labels: string[]): void {
    if (run.listed === undefined) return
    sandbox.reportJob(run.repository, run.id, {
      name: job.job ?? '',
      labels,
      status,
      conclusion: status === 'completed' ? (job.conclusion ?? null) : null,
    })
  }

  /** Waits until there is a runner with these labels; false where the run is cancelled before. */
  async function takeRunner(run: Run, labels: readonly string[]): Promise<boolean> {
    const signal = cancelled.get(run.id)?.signal
    if (signal?.aborted === true) return false
    if (options.hasRunner?.(labels) ?? true) return true
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
    return false
  }

  async function playJob(run: Run, name: string, job: WorkflowJob, needs: Contexts): Promise<Result> {
    const { secrets, vars = {} } = options
    const contexts = { github: githubContext(run), needs, secrets, vars, inputs: run.listed?.inputs ?? {} }
    const failed = Object.values(needs).some((need) => (need as Result).result !== 'success')
    if ((failed && !asksForStatus(job.if)) || !holds(job.if, contexts)) {
      jobs.push({ ...named(run, name), conclusion: 'skipped', log: '', summary: '', outputs: {} })
      return { result: 'skipped', outputs: {} }
    }
    const matrices = expand(fillIn(job.strategy?.matrix ?? {}, contexts) as Record<string, unknown>)
    const ended = await Promise.all(
      matrices.map((matrix) =>
        inGroup(job, { ...contexts, matrix }, () => playMachine(run, name, job, { ...contexts, matrix })),
      ),
    )
    const result = ended.find((one) => one.result !== 'success')?.result ?? 'success'
    return { result, outputs: Object.assign({}, ...ended.map(({ outputs }) => outputs)) as Record<string, string> }
  }

  /** First come, first served; none is cancelled. */
  async function inGroup(job: WorkflowJob, contexts: Contexts, act: () => Promise<Result>): Promise<Result> {
    if (job.concurrency === undefined) return act()
    const group = String(fillIn(job.concurrency.group, contexts))
    const before = groups.get(group) ?? Promise.resolve()
    const mine = before.then(act)
    groups.set(
      group,
      mine.catch(() => undefined),
    )
    return mine
  }

  async function playMachine(run: Run, name: string, job: WorkflowJob, contexts: Contexts): Promise<Result> {
    const labels = [fillIn(job['runs-on'], contexts)].flat().map(String)
    const title = String(fillIn(job.name ?? name, contexts))
    report(run, { job: title }, 'queued', labels)
    // What runs always is begun also where the run was cancelled.
    const isAlways = asksForStatus(job.if)
    if (!isAlways && !(await takeRunner(run, labels))) {
      jobs.push({ ...named(run, name), conclusion: 'cancelled', log: '', summary: '', outputs: {} })
      return { result: 'cancelled', outputs: {} }
    }
    report(run, { job: title }, 'in_progress', labels)
    const signal = (isAlways ? undefined : cancelled.get(run.id)?.signal) ?? new AbortController().signal
    const machine = await mkdtemp(join(options.dir, 'machine-'))
    const permissions = Object.entries(job.permissions).map(([one, level]) => [permissionNames[one] ?? one, level])
    const token = sandbox.createJobToken(run.repository, Object.fromEntries(permissions) as Record<string, 'read'>)
    const files = await layMachine(machine, run)
    const steps: Record<string, { outputs: Record<string, string> }> = {}
    const played: PlayedJob = { ...named(run, name), conclusion: 'success', log: '', summary: '', outputs: {} }
    for (const [index, step] of job.steps.entries()) {
      const github = { ...(contexts['github'] as object), token }
      const known = { ...contexts, github, steps, env: {} }
      if (step.uses === undefined || !holds(step.if, known)) continue
      const { exitCode, log } = await playStep(step, { ...known, token }, { run, files, machine, token, signal })
      const outputs = parseOutputs(await readFile(files.output, 'utf8'))
      await writeFile(files.output, '')
      steps[step.id ?? String(index)] = { outputs }
      played.log += log
      if (exitCode === 0) continue
      played.conclusion = signal.aborted ? 'cancelled' : 'failure'
      break
    }
    played.summary = await readFile(files.summary, 'utf8')
    played.outputs = fillIn(job.outputs, { ...contexts, steps }) as Record<string, string>
    jobs.push(played)
    report(run, { ...played, job: title }, 'completed', labels)
    await rm(machine, { recursive: true, force: true })
    return { result: played.conclusion, outputs: played.outputs }
  }

  function playStep(step: Step, contexts: Contexts, { run, files, machine, token, signal }: Playing) {
    const inputs = Object.entries(fillIn(step.with, contexts) as Record<string, unknown>)
    const given = Object.entries(fillIn(step.env, contexts) as Record<string, unknown>)
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: join(machine, 'home'),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: sandbox.url,
      GITHUB_SERVER_URL: sandbox.web,
      GITHUB_EVENT_NAME: run.event,
      GITHUB_EVENT_PATH: files.event,
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_REPOSITORY: run.repository,
      GITHUB_RUN_ID: String(run.id),
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_ACTOR: run.listed?.actor ?? 'somebody',
      GITHUB_TRIGGERING_ACTOR: run.listed?.actor ?? 'somebody',
      GITHUB_WORKFLOW_REF: `${run.repository}/${run.path}@refs/heads/main`,
      GITHUB_WORKSPACE: join(machine, 'work'),
      RUNNER_TEMP: join(machine, 'temp'),
      INPUT_TOKEN: token,
      ...options.env,
      ...Object.fromEntries(given.map(([key, value]) => [key, textOf(value)])),
      ...Object.fromEntries(inputs.map(([key, value]) => [`INPUT_${key.toUpperCase()}`, textOf(value)])),
    }
    return options.playAction({ uses: step.uses ?? '', env, cwd: join(machine, 'work'), signal })
  }

  return {
    jobs,
    schedule: (repository) => start('schedule', { repository: { full_name: repository }, schedule: '7 * * * *' }),
    async idle() {
      for (let before = -1; before !== jobs.length || runs.size > 0;) {
        before = jobs.length
        await sandbox.idle()
        await Promise.all(runs)
      }
    },
    async close() {
      sandbox.setWorkflowUrl(null)
      await Promise.all(runs)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Run {
  id: number
  /** The file of the workflow. */
  path: string
  /** As GitHub lists it; absent where it doesn't. */
  listed?: WorkflowRun
  repository: string
  event: string
  payload: Contexts
  workflow: Workflow
}

interface Result {
  result: PlayedJob['conclusion']
  outputs: Record<string, string>
}

interface Playing {
  run: Run
  files: MachineFiles
  machine: string
  token: string
  signal: AbortSignal
}

type MachineFiles = Record<'event' | 'output' | 'summary', string>

/** An empty HOME, a work folder, and the files that a runner and a step tell each other by. */
async function layMachine(machine: string, { payload }: Run): Promise<MachineFiles> {
  await Promise.all(['home', 'work', 'temp'].map((name) => mkdir(join(machine, name))))
  const files = {
    event: join(machine, 'event.json'),
    output: join(machine, 'output'),
    summary: join(machine, 'summary'),
  }
  await writeFile(files.event, JSON.stringify(payload))
  await Promise.all([writeFile(files.output, ''), writeFile(files.summary, '')])
  return files
}

function githubContext({ id, repository, event, payload }: Run) {
  return { event: payload, event_name: event, repository, run_id: String(id) }
}

function named({ workflow, event }: Run, job: string) {
  return { workflow: workflow.name, job, event }
}

function crashed(event: string, error: unknown): PlayedJob {
  const log = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { workflow: '', job: '', event, conclusion: 'failure', log, summary: '', outputs: {} }
}

/** Every combination of a matrix's lists; one without anything where there is none. */
function expand(matrix: Record<string, unknown>): Record<string, unknown>[] {
  let all: Record<string, unknown>[] = [{}]
  for (const [key, values] of Object.entries(matrix))
    all = all.flatMap((one) =>
      (Array.isArray(values) ? values : [values]).map((value) => ({ ...one, [key]: value as unknown })),
    )
  return all
}

/** As `@actions/core` writes them. */
function parseOutputs(text: string): Record<string, string> {
  const found = text.matchAll(/^(.+)<<(ghadelimiter_\S+)\n([\s\S]*?)\n\2\n/gm)
  return Object.fromEntries([...found].map((match) => [match[1] ?? '', match[3] ?? '']))
}
