import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from 'github-sandbox'
import { readGit } from '../git/git.ts'
import { type Contexts, fillIn, holds, textOf } from './evaluate-expression.ts'
import { isStartedBy, parseWorkflow, type Step, type Workflow, type WorkflowJob } from './workflow.ts'

/** One step that uses an Action, as a runner starts it. */
export interface ActionStep {
  uses: string
  env: Record<string, string>
  cwd: string
}

/** Plays an Action; what it prints is the log. */
export type PlayAction = (step: ActionStep) => Promise<{ exitCode: number; log: string }>

export interface PlayedJob {
  workflow: string
  job: string
  event: string
  conclusion: 'success' | 'failure' | 'skipped'
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
  playAction: PlayAction
  /** More of the environment of each step that uses an Action; steps with commands of their own are left out. */
  env?: Record<string, string>
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
  let runId = 0

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
    const started = texts.map(parseWorkflow).filter((workflow) => isStartedBy(workflow, event, payload))
    await Promise.all(started.map((workflow) => playRun({ repository, event, payload, workflow })))
  }

  async function playRun(run: Omit<Run, 'id'>): Promise<void> {
    runId += 1
    const id = runId
    const results = new Map<string, Promise<Result>>()
    for (const [name, job] of Object.entries(run.workflow.jobs)) {
      const needed = job.needs.map(async (need) => [need, await results.get(need)] as const)
      results.set(
        name,
        Promise.all(needed).then((needs) => playJob({ ...run, id }, name, job, Object.fromEntries(needs))),
      )
    }
    await Promise.all(results.values())
  }

  async function playJob(run: Run, name: string, job: WorkflowJob, needs: Contexts): Promise<Result> {
    const contexts = { github: githubContext(run), needs, secrets: options.secrets, vars: {}, inputs: {} }
    const failed = Object.values(needs).some((need) => (need as Result).result !== 'success')
    if (failed || !holds(job.if, contexts)) {
      jobs.push({ ...named(run, name), conclusion: 'skipped', log: '', summary: '', outputs: {} })
      return { result: 'skipped', outputs: {} }
    }
    const matrices = expand(fillIn(job.strategy?.matrix ?? {}, contexts) as Record<string, unknown>)
    const results = await Promise.all(
      matrices.map((matrix) =>
        inGroup(job, { ...contexts, matrix }, () => playMachine(run, name, job, { ...contexts, matrix })),
      ),
    )
    const result = results.every((one) => one.result === 'success') ? 'success' : 'failure'
    return { result, outputs: Object.assign({}, ...results.map(({ outputs }) => outputs)) as Record<string, string> }
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
      const { exitCode, log } = await playStep(step, { ...known, token }, { run, files, machine, token })
      const outputs = parseOutputs(await readFile(files.output, 'utf8'))
      await writeFile(files.output, '')
      steps[step.id ?? String(index)] = { outputs }
      played.log += log
      if (exitCode === 0) continue
      played.conclusion = 'failure'
      break
    }
    played.summary = await readFile(files.summary, 'utf8')
    played.outputs = fillIn(job.outputs, { ...contexts, steps }) as Record<string, string>
    jobs.push(played)
    await rm(machine, { recursive: true, force: true })
    return { result: played.conclusion === 'success' ? 'success' : 'failure', outputs: played.outputs }
  }

  function playStep(
    step: Step,
    contexts: Contexts,
    { run, files, machine, token }: { run: Run; files: MachineFiles; machine: string; token: string },
  ) {
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
      GITHUB_WORKSPACE: join(machine, 'work'),
      RUNNER_TEMP: join(machine, 'temp'),
      INPUT_TOKEN: token,
      ...options.env,
      ...Object.fromEntries(given.map(([key, value]) => [key, textOf(value)])),
      ...Object.fromEntries(inputs.map(([key, value]) => [`INPUT_${key.toUpperCase()}`, textOf(value)])),
    }
    return options.playAction({ uses: step.uses ?? '', env, cwd: join(machine, 'work') })
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
  repository: string
  event: string
  payload: Contexts
  workflow: Workflow
}

interface Result {
  result: 'success' | 'failure' | 'skipped'
  outputs: Record<string, string>
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
