import { expect, test } from 'vitest'
import type { RequestObservation } from '../../../src/adapters/github/client/request-observation.ts'
import type { ModelGateway, ModelRunReport } from '../../../src/application/ports/models/model-gateway.ts'
import type { MachinePorts } from '../../../src/application/ports/machine-ports.ts'
import { createMetrics, type Metrics } from '../../../src/entrypoints/metrics/create-metrics.ts'
import { createRedactor } from '../../../src/entrypoints/redaction/create-redactor.ts'
import type { WebhookAnswer } from '../../../src/entrypoints/intake/intake.ts'
import { buildModelUse } from '../../support/builders.ts'
import { Machine } from '../../support/fakes/machine.ts'

const request: RequestObservation = {
  callSite: 'POST /repos/{owner}/{repo}/pulls',
  status: 201,
  ms: 320,
  waitedMs: 1_500,
  installationId: 77,
  fault: null,
  requestId: 'A1',
  date: 'Sat, 21 Nov 2026 10:00:00 GMT',
  resource: 'core',
  budget: { limit: 5000, remaining: 4321, resetAt: 1_790_000_000_000 },
  tries: 1,
  op: null,
}

/** Lines of what is shown that begin so, without the machine's own. */
async function linesOf(metrics: Metrics, start: string): Promise<string[]> {
  const { text } = await metrics.render()
  return text.split('\n').filter((line) => line.startsWith(start))
}

test('requests to GitHub are counted by call site and status, with time, waiting and budget', async () => {
  const metrics = createMetrics((text) => text)

  metrics.request(request)
  metrics.request({ ...request, status: null })

  const site = 'call_site="POST /repos/{owner}/{repo}/pulls"'
  expect(await linesOf(metrics, 'countersign_github_requests_total')).toEqual([
    `countersign_github_requests_total{${site},status="201"} 1`,
    `countersign_github_requests_total{${site},status="none"} 1`,
  ])
  expect(await linesOf(metrics, 'countersign_github_request_seconds_sum')).toEqual([
    `countersign_github_request_seconds_sum{${site}} 0.64`,
  ])
  expect(await linesOf(metrics, 'countersign_github_limit_wait_seconds_sum')).toEqual([
    'countersign_github_limit_wait_seconds_sum{resource="core"} 3',
  ])
  expect(await linesOf(metrics, 'countersign_github_budget')).toEqual([
    'countersign_github_budget_remaining{installation="77",resource="core"} 4321',
    'countersign_github_budget_limit{installation="77",resource="core"} 5000',
    'countersign_github_budget_reset_timestamp_seconds{installation="77",resource="core"} 1790000000',
  ])
})

test('webhooks are counted by event and outcome, and an event only where the signature held', async () => {
  const metrics = createMetrics((text) => text)
  const answers: WebhookAnswer[] = [
    { status: 202, said: { status: 'accepted' } },
    { status: 202, said: { status: 'known' } },
    { status: 401, said: { error: 'wrong' } },
    { status: 503, said: { error: 'not stored' } },
  ]
  const webhook = {
    event: 'issue_comment',
    delivery: '1',
    signature: undefined,
    readBody: async () => 'too_large' as const,
  }

  for (const answer of answers) await metrics.meterWebhooks(() => Promise.resolve(answer))(webhook)

  expect(await linesOf(metrics, 'countersign_webhooks_total')).toEqual([
    'countersign_webhooks_total{event="unknown",outcome="refused"} 1',
    'countersign_webhooks_total{event="unknown",outcome="not_stored"} 1',
    'countersign_webhooks_total{event="unknown",outcome="failed"} 0',
    'countersign_webhooks_total{event="issue_comment",outcome="accepted"} 1',
    'countersign_webhooks_total{event="issue_comment",outcome="known"} 1',
  ])
  expect(await linesOf(metrics, 'countersign_webhook_seconds_count')).toEqual([
    'countersign_webhook_seconds_count{taken="true"} 2',
    'countersign_webhook_seconds_count{taken="false"} 2',
  ])
})

test('decisions, commits, conflicts and what is carried out are counted', async () => {
  const metrics = createMetrics((text) => text)
  const outcomes = ['written', 'conflict'] as const
  const store = { write: (times: number) => Promise.resolve(outcomes[times]) }
  const { store: counted, observe } = metrics.meterPorts({ store } as unknown as MachinePorts)
  const write = (times: number) => (counted as unknown as typeof store).write(times)

  const results = [await write(0), await write(1)]
  observe?.({ kind: 'decided', outcome: 'committed', messages: 3 })
  observe?.({ kind: 'effect_began', effect: 'run_task' })
  observe?.({ kind: 'effect_began', effect: 'run_task' })
  observe?.({ kind: 'effect_ended', effect: 'run_task', result: 'run_yielded', ms: 2_000 })

  expect(results).toEqual(['written', 'conflict'])
  expect(await linesOf(metrics, 'countersign_state_commit_seconds_count')).toEqual([
    'countersign_state_commit_seconds_count{outcome="written"} 1',
    'countersign_state_commit_seconds_count{outcome="conflict"} 1',
  ])
  expect(await linesOf(metrics, 'countersign_signals_total')).toEqual(['countersign_signals_total 3'])
  expect(await linesOf(metrics, 'countersign_effects_live')).toEqual(['countersign_effects_live{kind="run_task"} 1'])
  expect(await linesOf(metrics, 'countersign_effect_seconds_sum')).toEqual([
    'countersign_effect_seconds_sum{kind="run_task",result="run_yielded"} 2',
  ])
})

test('the machine reports each decision and each effect', async () => {
  const seen: string[] = []
  const machine = new Machine()
  machine.ports.observe = (one) => void seen.push(one.kind === 'decided' ? one.outcome : one.kind)

  machine.label()
  await machine.settle()

  expect(seen.filter((one) => one === 'committed').length).toBeGreaterThan(0)
  expect(seen.filter((one) => one === 'effect_began')).toHaveLength(seen.filter((one) => one === 'effect_ended').length)
})

test('before the first pass there is no time of it, as in a process that never reconciles', async () => {
  const metrics = createMetrics((text) => text)

  const before = [
    ...(await linesOf(metrics, 'countersign_sweep_last')),
    ...(await linesOf(metrics, 'countersign_issues')),
  ]
  metrics.reconcile({ repositories: 0, quiet: 0, issues: 0, found: {}, redelivered: 0, failed: 0 })
  const after = await linesOf(metrics, 'countersign_sweep_last')

  expect([before, after]).toEqual([[], [expect.stringMatching(/^countersign_sweep_last_timestamp_seconds [1-9]/)]])
})

test('what a pass found is counted by kind', async () => {
  const metrics = createMetrics((text) => text)

  metrics.reconcile({
    repositories: 2,
    quiet: 0,
    issues: 5,
    found: { lease_lost: 2, commented: 1 },
    redelivered: 3,
    failed: 1,
  })
  metrics.reconcile({ repositories: 2, quiet: 0, issues: 4, found: { commented: 1 }, redelivered: 0, failed: 0 })

  expect(await linesOf(metrics, 'countersign_sweep_found_total')).toEqual([
    'countersign_sweep_found_total{kind="lease_lost"} 2',
    'countersign_sweep_found_total{kind="commented"} 2',
  ])
  expect(await linesOf(metrics, 'countersign_issues_open')).toEqual(['countersign_issues_open 4'])
})

test('the inbox is looked at once when somebody asks, and is absent while the database is away', async () => {
  const metrics = createMetrics((text) => text)
  let looks = 0
  let away = false
  metrics.addInbox(() => {
    looks += 1
    return away ? Promise.reject(new Error('away')) : Promise.resolve({ waiting: 7, dead: 1, oldestSeconds: 42 })
  })

  const there = [...(await linesOf(metrics, 'countersign_inbox')), ...(await linesOf(metrics, 'countersign_database'))]
  away = true
  const gone = [...(await linesOf(metrics, 'countersign_inbox')), ...(await linesOf(metrics, 'countersign_database'))]

  expect(there).toEqual([
    'countersign_inbox_waiting 7',
    'countersign_inbox_dead 1',
    'countersign_inbox_oldest_seconds 42',
    'countersign_database_up 1',
  ])
  expect(gone).toEqual(['countersign_database_up 0'])
  expect(looks).toBe(4)
})

test('the event loop and memory are shown, in Prometheus’ text', async () => {
  const { text, contentType } = await createMetrics((text) => text).render()

  expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect(text).toMatch(/^process_resident_memory_bytes /m)
})

test('no secret gets out through a label', async () => {
  const token = 'ghs_1234567_eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJjYW5hcnkifQ.c2lnbmF0dXJlb2ZjYW5hcnk'
  const secret = 'canary "webhook" secret'
  const metrics = createMetrics(createRedactor([secret]))

  for (const text of [token, secret]) {
    metrics.request({ ...request, callSite: `GET /x?y=${text}` })
    metrics.reconcile({ repositories: 0, quiet: 0, issues: 0, found: { [text]: 1 }, redelivered: 0, failed: 0 })
  }

  const { text } = await metrics.render()
  expect(text).toContain('[redacted]')
  expect(['canary', 'c2lnbmF0dXJlb2ZjYW5hcnk'].filter((trace) => text.includes(trace))).toEqual([])
})

test('what runs had of models is counted once each when they end, however they end', async () => {
  const metrics = createMetrics((text) => text)
  const hit = { scope: 'day', amount: 'usd', limit: 1, spent: 1 } as const
  const report: ModelRunReport = {
    use: buildModelUse({ calls: 2, refused: 1, cost_usd: 0.25, unpriced: 1 }),
    stop: { kind: 'limit', hit, reason: 'the limit is reached', until: null },
  }
  const gateway = metrics.meterModels(gatewayThatReports(report))
  const order = { runId: 'r', repository: 'o/w', issue: 7, task: 'T1', reach: 'loopback' } as const

  {
    await using ended = await gateway.open(order)
    await ended.end()
    await using _left = await gateway.open(order)
  }

  expect(await linesOf(metrics, 'countersign_model_')).toEqual([
    'countersign_model_calls_total{outcome="passed_on"} 4',
    'countersign_model_calls_total{outcome="refused"} 2',
    'countersign_model_tokens_total{kind="input"} 54000',
    'countersign_model_tokens_total{kind="output"} 2000',
    'countersign_model_cost_dollars_total 0.5',
    'countersign_model_unknown_cost_calls_total{why="unpriced"} 2',
    'countersign_model_unknown_cost_calls_total{why="unmetered"} 0',
    'countersign_model_stops_total{why="limit_day"} 2',
  ])
})

function gatewayThatReports(report: ModelRunReport): ModelGateway {
  const answer = async () => report
  return {
    models: [],
    hasRegistries: false,
    open: async () => ({
      token: '',
      reach: { kind: 'loopback', origin: '' },
      stopped: new AbortController().signal,
      report: answer,
      end: answer,
      [Symbol.asyncDispose]: async () => {},
    }),
    close: async () => {},
  }
}
