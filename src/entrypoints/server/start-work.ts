import type { Logger } from 'pino'
import { createLabels } from '../../adapters/github/thread/create-labels.ts'
import type { InstallationClient } from '../../adapters/github/client/installation-client.ts'
import type { WebhookContext } from '../../adapters/github/webhook/webhook-place.ts'
import { DeliveryHandler } from '../../application/decide/handle-deliveries.ts'
import { onboard, type OnboardOptions } from '../../application/onboarding/onboard.ts'
import { createMessageHandler } from '../../application/decide/handle-messages.ts'
import { KnownOps } from '../../application/attempts/known-ops.ts'
import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import { performRun } from '../../application/workers/perform-run.ts'
import type { RowOutcome } from '../../application/ports/queues/inbox.ts'
import type { Queues } from '../../application/ports/queues/queues.ts'
import type { RepositoryRef } from '../../application/repository-ref.ts'
import { DeferredPartitions } from '../../application/attempts/deferred-partitions.ts'
import { Reconciler, type ReconcilerPorts, type ReconcileReport } from '../../application/reconcile/reconciler.ts'
import { traced } from '../../application/trace.ts'
import { createInboxWorker } from '../../application/workers/work-inbox.ts'
import type { Message } from '../../application/ports/queues/message.ts'
import { createRunWorker } from '../../application/workers/work-runs.ts'
import { defaultConfiguration } from '../../domain/configuration/configuration.ts'
import { issuesAtOnce } from './create-ports.ts'
import { createDeliveryReader } from '../intake/read-delivery.ts'
import { startReconciler } from './start-reconciler.ts'

/** `/pause` reaches an agent in another process that soon, where no notification does sooner. */
const heartbeatMs = 2_000
/** What was cancelled has that long to report, before it is left to others. */
const drainMs = 20_000

export interface RunningWork {
  /** Resolves when nothing waits, runs or is owed a confirmation. Where nothing else goes on, no quiet is waited for. */
  idle(): Promise<void>
  /** Looks for what no webhook told, now. */
  reconcile(): Promise<ReconcileReport>
  /** Takes nothing new, has runs end and report, and gives back what is held. */
  stop(): Promise<void>
}

/** What the reconciler looks with; of the machine's ports it may have some of its own. */
export type Looking = Pick<ReconcilerPorts, 'forgeReader' | 'deliveries'> & Partial<ReconcilerPorts>

export interface WorkOptions {
  ports: MachinePorts
  queues: Queues
  /** Calls back each time that GitHub or the database answers again. */
  onAnswer: (answered: () => void) => void
  client: InstallationClient
  /** What is said where the App is installed; absent: nothing. */
  onboarding?: OnboardOptions
  /** How it looks for what no webhook told. */
  looking: Looking
  webhooks: Omit<WebhookContext, 'now'>
  runsAtOnce: number
  leaseMs: number
  reconcileMinutes: number
  reconciled: (report: ReconcileReport) => void
  onFault: (what: string, error: unknown) => void
  log: Logger
}

/** The machine: issues decided on, runs carried out, and the reconciler, in this process among all that share the queues. */
export function startWork(options: WorkOptions): RunningWork {
  const { ports, queues, webhooks, onFault } = options
  const { inbox } = queues
  const known = new KnownOps()
  const deliveries = new DeliveryHandler({
    read: createDeliveryReader(webhooks),
    messages: ports.messages,
    enqueue: ports.enqueue,
    installed: (repository, count) => prepareRepository(options, repository, count),
    forgetRepository: (repository) => ports.store.forget(repository),
    forgetPartition: (partition) => known.forget(partition),
    now: ports.now,
  })
  const deferred = new DeferredPartitions(ports)
  options.onAnswer(() => {
    deferred.expedite()
    queues.expedite().catch((error: unknown) => onFault('what was deferred waits for its time', error))
  })
  const ack = (message: Message, outcome: RowOutcome) => deliveries.ack(message, outcome)
  ports.messages.start(createMessageHandler(ports, ack, known, deferred))
  const worker = createInboxWorker({
    inbox,
    concurrency: issuesAtOnce,
    // Whoever stored something may have woken this: what it leads to is done for itself.
    handle: (claim) => traced({}, () => deliveries.handle(claim)),
    onFault,
  })
  const runs = createRunWorker({
    queue: ports.runs,
    concurrency: options.runsAtOnce,
    heartbeatMs,
    holdMs: options.leaseMs,
    perform: (run, signal, wait, fence) => performRun(ports, run, signal, wait, fence),
    onFault,
    nowMs: Date.now,
  })
  const stored = {
    findStored: (ids: readonly string[]) => inbox.findStored(ids),
    lease: (name: string) => inbox.lease(name),
  }
  worker.start()
  runs.start()
  const reconciler = startReconciler(
    new Reconciler({ ...ports, ...stored, ...options.looking }),
    options.reconcileMinutes,
    options.reconciled,
  )

  return {
    async idle() {
      await reconciler.idle()
      // Webhooks lead to events, events to runs and runs to events: at rest is when none has anything left.
      for (let quiet = 0; quiet < 2;) {
        await worker.idle()
        const waitsForCompany = await ports.messages.rest()
        await runs.idle()
        quiet = (await worker.isAtRest()) ? quiet + 1 : 0
        if (quiet < 2 || !waitsForCompany) continue
        ports.messages.expedite()
        quiet = 0
      }
    },
    reconcile: () => reconciler.now(),
    async stop() {
      deferred.close()
      // From here on what a database keeps is for others, or for the next start.
      const working = worker.stop()
      await reconciler.close()
      await runs.stop(drainMs)
      await working
      // Without a database nobody else hears what runs have reported meanwhile.
      await worker.stop()
      await ports.messages.close()
    },
  }
}

async function prepareRepository(
  { client, ports, onboarding, log }: Pick<WorkOptions, 'client' | 'ports' | 'onboarding' | 'log'>,
  repository: RepositoryRef,
  count: number,
): Promise<void> {
  const trying = async (what: string, act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log.warn({ repository: repository.key, why }, what)
    }
  }
  await trying('labels were not created', () => createLabels(client, repository, defaultConfiguration.label))
  if (onboarding !== undefined)
    await trying('nothing was proposed', () => onboard(ports, onboarding, repository, count))
}
