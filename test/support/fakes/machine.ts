import { mayPush } from '../../../src/domain/plan/assignee.ts'
import { createOutlinePlanner } from '../../../src/adapters/agents/outline/create-outline-planner.ts'
import { MemoryRunQueue } from '../../../src/adapters/queue/memory-run-queue.ts'
import { createMessageHandler } from '../../../src/application/decide/handle-messages.ts'
import type { BranchRules } from '../../../src/application/ports/forge/repository-rules.ts'
import type { MachinePorts } from '../../../src/application/ports/machine-ports.ts'
import { performRun } from '../../../src/application/workers/perform-run.ts'
import { runId } from '../../../src/application/attempts/run-place.ts'
import type { ExecutionAnswer, ExecutionRequest } from '../../../src/application/ports/roles/executor.ts'
import type { ReviewAnswer, ReviewRequest } from '../../../src/application/ports/roles/reviewer.ts'
import type { RepositoryRef } from '../../../src/application/repository-ref.ts'
import { issueKey, type Sender, type Message, type MessageBody } from '../../../src/application/ports/queues/message.ts'
import { createRunWorker } from '../../../src/application/workers/work-runs.ts'
import type { Role } from '../../../src/domain/configuration/sections/roles.ts'
import type { Outlook } from '../../../src/domain/rules/outlook.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildReceipt, testUuid } from '../builders.ts'
import { writeIssue, type WrittenTask } from '../../e2e/support/write-issue.ts'
import { FakeIssueMirror } from './fake-issue-mirror.ts'
import { FakePullRequests } from './fake-pull-requests.ts'
import { FakeStateStore } from './fake-state-store.ts'
import { FakeThread } from './fake-thread.ts'
import { FakeWorkspace } from './fake-workspace.ts'
import { ManualQueue } from './manual-queue.ts'

export const repository: RepositoryRef = { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 1 }
export const ada: Sender = { login: 'ada', id: 1, appId: null, isBot: false }
export const eve: Sender = { login: 'eve', id: 2, appId: null, isBot: false }

const noRules: BranchRules = {
  rules: [],
  isProtected: false,
  repository: { isArchived: false, hasIssues: true, isPrivate: false, mergeMethods: ['merge', 'squash', 'rebase'] },
  digest: 'none',
}

let machines = 0

/** The whole machine with nothing real around it; time stands still unless `pass` moves it. */
export class Machine {
  readonly store: FakeStateStore
  readonly thread = new FakeThread()
  readonly pulls = new FakePullRequests()
  readonly workspace = new FakeWorkspace()
  readonly mirror = new FakeIssueMirror()
  readonly queue = new ManualQueue<Message>()
  readonly #runQueue = new MemoryRunQueue({
    perRepository: 100,
    enqueue: (messages) => void this.#enqueue(messages),
    waiting: () => this.#waitingRuns(),
  })
  readonly runs = createRunWorker({
    queue: this.#runQueue,
    concurrency: 4,
    heartbeatMs: 1_000,
    holdMs: 60_000,
    perform: (run, signal, wait, fence) => performRun(this.ports, run, signal, wait, fence),
    onFault: (what, error) => this.logs.push(`${what}: ${String(error)}`),
    nowMs: Date.now,
  })
  readonly roles = new Map<string, Role>([['ada', 'maintain']])
  /** Reviews that people are asked for already. */
  openReviews: Record<string, number> = {}
  /** Bytes of the files that the repository has. */
  readonly sizes = new Map<string, number>()
  /** Who was looked up, in order. */
  readonly asked: string[] = []
  /** What the repository's own rules are. */
  rules: BranchRules = noRules
  /** What of them is known before work begins; null where GitHub doesn't say. */
  outlook: Outlook | null = { rules: [], branches: new Set(), attributes: '' }
  /** Whether the App is still installed on the repository. */
  isReached = true
  readonly looks: string[] = []
  readonly waits: number[] = []
  /** What is to be done later, with its delay. */
  readonly timers: { ms: number; act: () => void }[] = []
  readonly logs: string[] = []
  readonly ports: MachinePorts
  execute: (request: ExecutionRequest) => Promise<ExecutionAnswer> = (request) => Promise.resolve(changed(request))
  review: (request: ReviewRequest) => Promise<ReviewAnswer> = (request) => Promise.resolve(passed(request))
  #ms = Date.parse('2026-11-21T03:12:00.000Z')
  #ids = 0
  /** Two machines give no id twice. */
  readonly #name = (machines += 1)
  #messages = 0

  /** `store`: what a machine before this one left on the workflow branch. */
  constructor(store = new FakeStateStore()) {
    this.store = store
    this.ports = {
      store: this.store,
      thread: this.thread,
      pullRequests: this.pulls,
      people: {
        findRole: (_repository, login) => {
          this.asked.push(login)
          return Promise.resolve(this.roles.get(login) ?? null)
        },
        findRoleOfLogin: (_repository, login) => Promise.resolve(this.roles.get(login) ?? 'unknown'),
        listWriters: () => Promise.resolve([...this.roles].filter(([, role]) => mayPush(role)).map(([login]) => login)),
        countReviewRequests: () => Promise.resolve(this.openReviews),
      },
      ci: { readResults: () => Promise.resolve([]) },
      workspace: this.workspace,
      planner: createOutlinePlanner(),
      files: { readSizes: () => Promise.resolve(this.sizes) },
      executors: new Map([['patch', { name: 'patch', execute: (request) => this.execute(request) }]]),
      analyst: { name: 'rules', analyse: () => Promise.resolve({ suspicions: [] }) },
      reviewer: { name: 'rules', review: (request) => this.review(request) },
      mirror: this.mirror,
      examination: {
        reads: 'verdicts',
        lookAround: () => Promise.reject(new Error('nothing to look at in this test')),
        listFiles: () => Promise.resolve([]),
        readFiles: () => Promise.resolve(new Map()),
      },
      repairer: { restoreBranch: () => Promise.resolve('moved'), reopenPull: () => Promise.resolve() },
      rules: {
        readFor: () => Promise.resolve(this.rules),
        lookAhead: (_repository, again) => {
          this.looks.push(again ? 'again' : 'kept')
          return Promise.resolve(this.outlook)
        },
        isReached: () => Promise.resolve(this.isReached),
      },
      exports: { open: () => Promise.reject(new Error('nothing to export in this test')) },
      messages: this.queue,
      enqueue: (messages) => this.#enqueue(messages),
      runs: this.#runQueue,
      watch: () => () => true,
      now: () => new Date(this.#ms).toISOString(),
      newId: () => testUuid(`machine ${this.#name}.${(this.#ids += 1)}`),
      timeAfter: (at, ms) => new Date(Date.parse(at) + ms).toISOString(),
      wait: (ms) => {
        this.waits.push(ms)
        return Promise.resolve()
      },
      confirmWithinMs: 600_000,
      later: (ms, act) => void this.timers.push({ ms, act }),
      sign: () => 'mac',
      web: 'https://github.com',
      docs: undefined,
      log: (level, message, details) => void this.logs.push(`${level} ${message} ${JSON.stringify(details)}`),
    }
    this.queue.start(createMessageHandler(this.ports))
    this.runs.start()
  }

  #enqueue(messages: readonly Message[]): Promise<void> {
    for (const message of messages) this.queue.push(issueKey(message.repository, message.issueNumber), message, 0)
    return Promise.resolve()
  }

  #waitingRuns(): Set<string> {
    const ops = this.queue.waiting().flatMap((message) => {
      const op = message.kind === 'event' && 'op' in message.event ? message.event.op : null
      return op === null ? [] : [runId(message.repository, op)]
    })
    return new Set(ops)
  }

  pass(ms: number): void {
    this.#ms += ms
  }

  /** Something that happened to issue 7, unless it says another. */
  send(body: MessageBody, overrides: Partial<Pick<Message, 'issueNumber' | 'planNumber' | 'key'>> = {}): void {
    this.#messages += 1
    if (body.kind === 'pushed') this.pulls.heads.set(body.branch, body.after)
    const message = {
      repository,
      issueNumber: 7,
      planNumber: 1,
      key: `message:${this.#messages}`,
      at: this.ports.now(),
    }
    const sent: Message = { ...message, ...overrides, ...body }
    this.queue.push(`${repository.key}#${sent.issueNumber}`, sent, 0)
  }

  label(tasks: readonly WrittenTask[] = oneTask, sender = ada): void {
    this.send({ kind: 'labelled', issue: issueOf(tasks), label: 'countersign', sender })
  }

  say(body: string, sender = ada, tasks: readonly WrittenTask[] = oneTask): void {
    const writtenAt = this.ports.now()
    const comment = { id: this.#messages + 1_000, nodeId: `IC_${this.#messages}`, body, writtenAt }
    this.send({ kind: 'commented', issue: issueOf(tasks), comment, number: 7, leaf: null, sender })
  }

  /** Until neither the queue nor a run has anything left. */
  async settle(): Promise<void> {
    do {
      await this.queue.idle()
      await this.runs.idle()
    } while (this.queue.waiting().length > 0)
  }

  /** Until neither has anything left but what waits for company. */
  async rest(): Promise<void> {
    do {
      await this.queue.rest()
      await this.runs.idle()
    } while (this.queue.isDue())
  }

  work(): Work {
    return this.store.work(7)
  }

  record(): NonNullable<Work['record']> {
    const { record } = this.work()
    if (record === null) throw new Error('nothing is registered')
    return record
  }

  stateOf(node: string): string | undefined {
    return this.work().execution?.nodes[node]?.state
  }
}

export const oneTask: WrittenTask[] = [{ id: 'T1', path: 'docs/one.txt', content: 'one' }]

function issueOf(tasks: readonly WrittenTask[]) {
  const body = writeIssue(tasks)
  return { number: 7, nodeId: 'I_7', title: 'Notes', body, author: 'ada', labels: ['countersign'], open: true }
}

export function changed({ task, runId }: Pick<ExecutionRequest, 'task' | 'runId'>): ExecutionAnswer {
  const { outcome: _outcome, ...receipt } = buildReceipt(task, { run_id: runId, executor: 'patch' })
  return { outcome: { kind: 'changed' }, receipt }
}

function passed({ criteria }: ReviewRequest): ReviewAnswer {
  return { results: criteria.map(({ id }) => ({ id, result: 'pass', evidence: 'found' })), waiting: [] }
}
