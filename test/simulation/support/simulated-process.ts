import { PullIds, UserIds } from '../../../src/adapters/github/client/kept-ids.ts'
import { createHmac } from 'node:crypto'
import pino from 'pino'
import { createHumanExecutor } from '../../../src/adapters/agents/human/create-human-executor.ts'
import { createOutlinePlanner } from '../../../src/adapters/agents/outline/create-outline-planner.ts'
import { createPatchExecutor } from '../../../src/adapters/agents/patch/create-patch-executor.ts'
import { createRulesAnalyst } from '../../../src/adapters/agents/rules/create-rules-analyst.ts'
import { createRulesReviewer } from '../../../src/adapters/agents/rules/create-rules-reviewer.ts'
import { createDeliveries } from '../../../src/adapters/github/webhook/create-deliveries.ts'
import { createRepositoryRules } from '../../../src/adapters/github/rules/create-repository-rules.ts'
import { createRepairer } from '../../../src/adapters/github/pulls/create-repairer.ts'
import { createContinuousIntegration, createPeople } from '../../../src/adapters/github/read/create-people.ts'
import { createPullRequests } from '../../../src/adapters/github/pulls/create-pull-requests.ts'
import { createRepositoryFiles } from '../../../src/adapters/github/read/create-repository-files.ts'
import { createWorkflowBranch } from '../../../src/adapters/github/state/create-workflow-branch.ts'
import { createStateStore } from '../../../src/application/state/branch/create-state-store.ts'
import { createThread } from '../../../src/adapters/github/thread/create-thread.ts'
import type { InstallationClient } from '../../../src/adapters/github/client/installation-client.ts'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import { createForgeReader } from '../../../src/adapters/github/reconcile/create-forge-reader.ts'
import { MemoryQueue } from '../../../src/adapters/queue/memory-queue.ts'
import { DeliveryHandler } from '../../../src/application/decide/handle-deliveries.ts'
import { createMessageHandler } from '../../../src/application/decide/handle-messages.ts'
import type { MachinePorts } from '../../../src/application/ports/machine-ports.ts'
import { KnownOps } from '../../../src/application/attempts/known-ops.ts'
import { renderOwnDelivery } from '../../../src/application/attempts/own-delivery.ts'
import { performRun } from '../../../src/application/workers/perform-run.ts'
import type { Queues } from '../../../src/application/ports/queues/queues.ts'
import type { Message } from '../../../src/application/ports/queues/message.ts'
import { Reconciler, type ReconcileReport } from '../../../src/application/reconcile/reconciler.ts'
import { createInboxWorker } from '../../../src/application/workers/work-inbox.ts'
import { createRunWorker } from '../../../src/application/workers/work-runs.ts'
import { createIntake, type TakeWebhook } from '../../../src/entrypoints/intake/intake.ts'
import { createDeliveryReader } from '../../../src/entrypoints/intake/read-delivery.ts'
import { startReconciler } from '../../../src/entrypoints/server/start-reconciler.ts'
import { clock, type Owner } from './time/clock.ts'
import { appId, bot, type GitHub } from './github/github.ts'
import { answerGraphQl } from './github/graphql.ts'
import { createOctokit } from './github/rest.ts'
import { type Call, type Faults, heartbeatMs, leaseMs, Network } from './network/network.ts'
import { paceCalls } from './network/paced-calls.ts'
import type { MemoryTables } from '../../../src/adapters/queue/memory-tables.ts'
import { reachQueues } from './network/shared-queues.ts'
import { createSimulatedExecutor, type ExecutorWatcher } from './simulated-executor.ts'
import { createSimulatedWorkspace } from './simulated-workspace.ts'

export const secret = 'a secret that only this simulation has'
export const mac = createStateMac(secret)
const reconcileMinutes = 5
export const confirmWithinMs = 600_000
const log = pino({ level: 'silent' })

/** What all processes share: everything that outlives one of them. */
export interface Surroundings {
  seed: number
  github: GitHub
  tables: MemoryTables
  faults: Faults
  executors: ExecutorWatcher
  /** Webhooks that GitHub sent, and its way of sending one again. */
  deliveries: { list: (status: string) => unknown[]; redeliver: (id: number) => void }
  newId: () => string
  tell: (line: string) => void
  /** A process was killed at this point. */
  crashed: (process: SimulatedProcess, why: string) => void
  reconciled: (process: SimulatedProcess, report: ReconcileReport) => void
}

/** One process of ours, wired like `startApp` does it, with nothing outside of it real. */
export class SimulatedProcess implements Owner {
  isDead = false
  stillUntilMs = 0
  readonly name: string
  readonly #around: Surroundings
  #intake: TakeWebhook | undefined

  constructor(name: string, around: Surroundings) {
    this.name = name
    this.#around = around
  }

  /** To be called as this process. */
  start(): void {
    const around = this.#around
    const network = new Network(this, around.faults, (why) => {
      clock.bury(this)
      around.crashed(this, why)
    })
    const queues = reachQueues(around.tables, { holder: this.name, network, newId: around.newId })
    const { inbox } = queues
    const { ports, client, app } = createPorts(around, network, queues)
    const webhooks = { ourLogins: [bot.login], appId, holdsMarker: mac.holdsMarker, toOwnTime: (time: string) => time }
    const context = () => ({ ...webhooks, now: ports.now() })
    const known = new KnownOps()
    const deliveries = new DeliveryHandler({
      read: createDeliveryReader(webhooks),
      messages: ports.messages,
      enqueue: ports.enqueue,
      installed: () => Promise.resolve(),
      forgetRepository: (repository) => ports.store.forget(repository),
      forgetPartition: (partition) => known.forget(partition),
      now: ports.now,
    })
    const onFault = (what: string, error: unknown) => around.tell(`  ${this.name}: ${what}: ${String(error)}`)
    const worker = createInboxWorker({
      inbox,
      concurrency: 8,
      handle: (claim) => deliveries.handle(claim),
      onFault,
    })
    const runs = createRunWorker({
      queue: ports.runs,
      concurrency: 4,
      heartbeatMs,
      holdMs: leaseMs,
      perform: (run, signal, wait, fence) => performRun(ports, run, signal, wait, fence),
      onFault,
      nowMs: () => clock.nowMs,
    })
    ports.messages.start(createMessageHandler(ports, (message, outcome) => deliveries.ack(message, outcome), known))
    this.#intake = createIntake({
      secrets: [secret],
      context,
      store: (delivery) => inbox.store(delivery),
      storeDeadlineMs: 5_000,
      async forget(repository) {
        ports.store.forget(repository)
        await inbox.noteChange(repository)
      },
      log,
    })
    worker.start()
    runs.start()
    const reconciler = new Reconciler({
      ...ports,
      forgeReader: createForgeReader(app, client, context, ports.log),
      deliveries: createDeliveries(app),
      findStored: (ids) => inbox.findStored(ids),
      lease: (name) => inbox.lease(name),
      log: (level, message, details) => {
        ports.log(level, message, details)
        if (message === 'reconciled') around.reconciled(this, details as unknown as ReconcileReport)
      },
    })
    startReconciler(reconciler, reconcileMinutes)
  }

  /** The status that GitHub gets for a webhook; undefined where nobody answers. */
  async take(event: string, guid: string, body: string): Promise<number | undefined> {
    const signature = signWebhook(body)
    const readBody = () => Promise.resolve(Buffer.from(body))
    return (await this.#intake?.({ event, delivery: guid, signature, readBody }))?.status
  }
}

function createPorts(around: Surroundings, network: Network, { inbox, runs }: Queues) {
  const { github, seed } = around
  // Some are against github.com, some against a server of one's own without those limits.
  const pacing = { isSpaced: seed % 5 < 2 }
  const app = createOctokit(github, paceCalls(network, pacing), {
    'GET /app/hook/deliveries': {
      kind: 'read',
      act: (_github, params) => around.deliveries.list(String(params['status'])),
    },
    'apps.redeliverWebhookDelivery': {
      kind: 'write',
      act: (_github, params) => around.deliveries.redeliver(Number(params['delivery_id'])),
    },
  })
  const send = paceCalls(network, pacing)
  const octokit = createOctokit(github, send)
  const client: InstallationClient = {
    repositoryIds: new Map(),
    pullIds: new PullIds(),
    userIds: new UserIds(),
    labelIds: new Map(),
    octokit: () => Promise.resolve(octokit),
    token: () => Promise.resolve('a token'),
    graphql: (_repository, document, variables, beforeSend) => {
      const isMutation = document.trimStart().startsWith('mutation')
      const sent = { ...variables }
      const parts = { method: 'POST', url: '/graphql', query: document, variables: sent }
      const call: Call<never> = {
        what: nameDocument(document),
        kind: isMutation ? 'write' : 'query',
        act: (staleMs) => answerGraphQl(github, document, sent, clock.nowMs - staleMs) as never,
      }
      return send(parts, call, beforeSend === undefined ? undefined : () => beforeSend(sent))
    },
  }
  const executors = [
    createPatchExecutor(),
    createSimulatedExecutor('shell', seed, around.executors),
    createHumanExecutor(),
  ]
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  const timeAfter = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()
  const elapsedMs = (from: string, to: string) => Date.parse(to) - Date.parse(from)
  const now = () => clock.nowIso()
  const unused = () => Promise.reject(new Error('not in this simulation'))
  const ports: MachinePorts = {
    store: createStateStore({ branch: createWorkflowBranch(client, mac), now, elapsedMs, wait, random: () => 0.5 }),
    thread: createThread(client, bot.login),
    pullRequests: createPullRequests({ client, appId, ourLogins: [bot.login], reviewer: null, wait }),
    people: createPeople(client, []),
    ci: createContinuousIntegration(client, appId),
    workspace: createSimulatedWorkspace(github.git, network),
    planner: createOutlinePlanner(),
    files: createRepositoryFiles(client),
    executors: new Map(executors.map((executor) => [executor.name, executor])),
    reviewer: createRulesReviewer(),
    analyst: createRulesAnalyst(),
    exports: { open: unused },
    mirror: { sync: unused },
    examination: { reads: 'verdicts', lookAround: unused, listFiles: unused, readFiles: unused },
    repairer: createRepairer(client),
    rules: createRepositoryRules(client, () => clock.nowMs),
    messages: new MemoryQueue<Message>(
      8,
      (key, error) => around.tell(`  handler of ${key} failed: ${String(error)}`),
      (partition) => inbox.keep(partition),
    ),
    async enqueue(messages) {
      for (const message of messages) await inbox.store(renderOwnDelivery([message], { id: around.newId(), run: null }))
    },
    runs,
    watch: (partition) => inbox.watch(partition),
    now,
    newId: around.newId,
    timeAfter,
    confirmWithinMs,
    wait,
    later: (ms, act) => void clock.after(ms, act),
    sign: mac.sign,
    web: 'https://github.com',
    docs: undefined,
    log: (level, message, details) => {
      if (level !== 'info') around.tell(`  ${level} ${message} ${JSON.stringify(details)}`)
    },
  }
  return { ports, client, app }
}

function nameDocument(document: string): string {
  const mutation =
    /\b(createRef|createCommitOnBranch|addComment|updateIssueComment|[a-z]+Label\w+|[a-z]+[A-Z]\w+)\(input/.exec(
      document,
    )
  if (mutation !== null) return mutation[1] ?? ''
  if (document.includes('$sessions')) return 'read head'
  return document.includes('$records') ? 'read snapshot' : 'read files'
}

/** As GitHub signs what it sends. */
export function signWebhook(body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}
