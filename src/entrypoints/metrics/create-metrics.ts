import { collectDefaultMetrics, Registry } from 'prom-client'
import type { RequestObservation } from '../../adapters/github/client/request-observation.ts'
import type { MachinePorts } from '../../application/ports/machine-ports.ts'
import type { ModelGateway } from '../../application/ports/models/model-gateway.ts'
import type { InboxMeasure } from '../../application/ports/queues/inbox.ts'
import type { ReconcileReport } from '../../application/reconcile/reconciler.ts'
import type { TakeWebhook } from '../intake/intake.ts'
import { createGithubMetrics } from './github-metrics.ts'
import { createInboxMetrics } from './inbox-metrics.ts'
import { createMachineMetrics } from './machine-metrics.ts'
import { createModelMetrics } from './model-metrics.ts'
import { createOutageMetric } from './outage-metric.ts'
import { createReconcilerMetrics } from './reconciler-metrics.ts'
import { createWebhookMetrics } from './webhook-metrics.ts'

/** What one process counts; docs/operations.md explains each and says what to watch. */
export interface Metrics {
  request(observation: RequestObservation): void
  /** The same intake, counted. */
  meterWebhooks: (take: TakeWebhook) => TakeWebhook
  reconcile: (report: ReconcileReport) => void
  /** The same ports, counted. */
  meterPorts(ports: MachinePorts): MachinePorts
  /** The same gateway, counted. */
  meterModels: (gateway: ModelGateway) => ModelGateway
  addInbox(measure: () => Promise<InboxMeasure>): void
  addOutage(findSinceMs: () => number | undefined): void
  /** Prometheus' text, with every secret taken out. */
  render(): Promise<{ text: string; contentType: string }>
}

export function createMetrics(redact: (text: string) => string): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const machine = createMachineMetrics(register)
  return {
    request: createGithubMetrics(register),
    meterWebhooks: createWebhookMetrics(register),
    reconcile: createReconcilerMetrics(register, Date.now),
    meterPorts: (ports) => ({ ...ports, store: machine.meterStore(ports.store), observe: machine.observe }),
    meterModels: createModelMetrics(register),
    addInbox: (measure) => createInboxMetrics(register, measure),
    addOutage: (findSinceMs) => void createOutageMetric(register, findSinceMs, Date.now),
    async render() {
      return { text: redact(await register.metrics()), contentType: register.contentType }
    },
  }
}
