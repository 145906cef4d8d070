import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { RequestObservation } from '../../adapters/github/client/request-observation.ts'

const requestBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
const waitBuckets = [0.1, 1, 5, 10, 30, 60, 300, 900, 3600]

/** Requests to GitHub by call site, what limits cost in waiting, and what is left of each installation's budget. */
export function createGithubMetrics(register: Registry): (observation: RequestObservation) => void {
  const requests = new Counter({
    name: 'countersign_github_requests_total',
    help: 'Requests to GitHub, by the place in the code and the status; "none" where no answer came.',
    labelNames: ['call_site', 'status'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'countersign_github_request_seconds',
    help: 'From sending a request to its answer.',
    labelNames: ['call_site'],
    buckets: requestBuckets,
    registers: [register],
  })
  const waits = new Histogram({
    name: 'countersign_github_limit_wait_seconds',
    help: 'How long requests were held back by limits before they were sent.',
    labelNames: ['resource'],
    buckets: waitBuckets,
    registers: [register],
  })
  const budget = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['installation', 'resource'], registers: [register] })
  const remaining = budget('countersign_github_budget_remaining', "What is left of the hour's budget, as last heard.")
  const limit = budget('countersign_github_budget_limit', "The hour's budget, as last heard.")
  const reset = budget('countersign_github_budget_reset_timestamp_seconds', 'When the budget is full again.')

  return (one) => {
    requests.inc({ call_site: one.callSite, status: String(one.status ?? 'none') })
    seconds.observe({ call_site: one.callSite }, one.ms / 1000)
    waits.observe({ resource: one.resource }, one.waitedMs / 1000)
    if (one.budget === undefined || one.installationId === null) return
    const labels = { installation: String(one.installationId), resource: one.resource }
    remaining.set(labels, one.budget.remaining)
    limit.set(labels, one.budget.limit)
    reset.set(labels, one.budget.resetAt / 1000)
  }
}
