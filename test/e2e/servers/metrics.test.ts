import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import { type AppProcess, startAppProcess } from '../support/processes/app-process.ts'
import { removeFolder } from '../support/processes/remove-folder.ts'
import { writeIssue } from '../support/write-issue.ts'

let dir: string
let sandbox: Sandbox
let app: AppProcess

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-metrics-'))
  sandbox = await startCountersignSandbox({ port: 0, dataDir: join(dir, 'github') })
  app = await startAppProcess(sandbox, join(dir, 'app'), { LOG_LEVEL: 'debug', SWEEP_MINUTES: '600' })
  sandbox.setWebhookUrl(app.webhookUrl)
})

afterAll(async () => {
  await app.kill()
  await sandbox.close()
  expect(sandbox.drifts).toEqual([])
  await removeFolder(dir)
})

async function readMetrics(): Promise<string> {
  return (await fetch(new URL('/metrics', app.webhookUrl))).text()
}

function findMissing(lines: readonly RegExp[], metrics: string): RegExp[] {
  return lines.filter((line) => !line.test(metrics))
}

test('a plan on its way shows in the metrics and in the log, and no secret does', async () => {
  const { repository } = await sandbox.createRepository({ name: 'metrics' })
  const [owner = '', repo = ''] = repository.split('/')
  const client = new Octokit({ auth: sandbox.tokens.maintainer, baseUrl: sandbox.url })
  const body = writeIssue([{ id: 'T1', path: 'NOTES.md' }])
  const { data: issue } = await client.rest.issues.create({ owner, repo, title: 'Notes', body })
  const countPlans = async () => {
    const { data } = await client.rest.issues.listComments({ owner, repo, issue_number: issue.number })
    return data.filter((comment) => comment.body?.includes('countersign:plan') === true).length
  }

  await client.rest.issues.addLabels({ owner, repo, issue_number: issue.number, labels: ['countersign'] })
  await expect.poll(countPlans).toBe(1)

  const lines = [
    /^countersign_webhooks_total\{event="issues",outcome="accepted"\} [1-9]/m,
    /^countersign_github_requests_total\{call_site="POST \/repos\/\{owner\}\/\{repo\}\/git\/trees",status="201"\} [1-9]/m,
    /^countersign_github_budget_remaining\{installation="\d+",resource="graphql"\} \d+$/m,
    /^countersign_state_commit_seconds_count\{outcome="written"\} [1-9]/m,
    /^countersign_decisions_total\{outcome="committed"\} [1-9]/m,
    /^countersign_inbox_waiting \d+$/m,
    /^countersign_sweep_last_timestamp_seconds [1-9]/m,
    /^nodejs_eventloop_lag_seconds /m,
  ]
  // The first pass goes on beside.
  await expect.poll(async () => findMissing(lines, await readMetrics())).toEqual([])
  const [metrics, log] = [await readMetrics(), app.readLog()]
  const delivery = sandbox.world.deliveries.find(({ event, action }) => event === 'issues' && action === 'labeled')
  const ofDelivery = log.filter(({ deliveries }) => Array.isArray(deliveries) && deliveries.includes(delivery?.guid))
  expect(new Set(ofDelivery.map(({ msg }) => msg))).toEqual(new Set(['webhook', 'request to GitHub']))
  expect(log.filter(({ op, call_site }) => op !== undefined && call_site !== undefined)).not.toEqual([])
  const secrets = [
    sandbox.app.webhookSecret,
    sandbox.app.privateKey.split('\n')[3] ?? '',
    'ghs_',
    sandbox.reviewer.token,
  ]
  const shown = `${metrics} ${JSON.stringify(log)}`
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
})
