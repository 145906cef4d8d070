import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteLedger } from '../../../../src/adapters/models/ledger/sqlite-ledger.ts'
import type { ModelCall } from '../../../../src/application/ports/models/call-ledger.ts'
import { type CostReport, costKeys } from '../../../../src/domain/models/cost-report.ts'
import { type CostsArguments, runCosts } from '../../../../src/entrypoints/commands/models/costs.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'countersign-test-costs-'))))
afterEach(() => rm(dir, { recursive: true }))

const call: ModelCall = {
  at: '2026-11-22T23:59:59.000Z',
  run: 'r1',
  repository: 'octo/widgets',
  issue: 7,
  task: 'T1',
  dialect: 'chat',
  provider: 'openai',
  asked: 'model-1',
  used: 'model-1',
  outcome: 'answered',
  why: null,
  status: 200,
  tries: 1,
  durationMs: 1_500,
  firstByteMs: 100,
  requestBytes: 10,
  requestSha256: null,
  answerBytes: 10,
  answerSha256: null,
  usage: { input: 900, cacheRead: 0, cacheWrite: 0, output: 100, reasoning: 0 },
  costUsd: 0.25,
  dropped: [],
  texts: { request: 'a secret of theirs', answer: 'another' },
}

function record(calls: readonly Partial<ModelCall>[]): void {
  const ledger = openSqliteLedger(join(dir, 'models.sqlite'), () => new Date('2026-11-23T12:00:00Z'))
  for (const one of calls) ledger.record({ ...call, ...one }, { requests: 1, tokens: 0, usd: 0, minutes: 0 }, [])
  ledger.close()
}

function run(given: Partial<CostsArguments> = {}, width = 120) {
  const stdout: string[] = []
  const io = {
    env: { DATA_DIR: dir },
    stdout: (text: string) => void stdout.push(text),
    stderr: () => {},
    terminal: { colours: false, width },
  }
  const code = runCosts({ by: 'day', ...given }, io)
  return { code, told: stdout.join('') }
}

function report(given: Partial<CostsArguments>): CostReport {
  return JSON.parse(run({ ...given, json: true }).told) as CostReport
}

const some = [
  {},
  { at: '2026-11-23T00:00:00.000Z', task: 'T2', costUsd: null },
  { at: '2026-11-23T01:00:00.000Z', issue: 12, usage: null, costUsd: null },
  { at: '2026-11-23T02:00:00.000Z', repository: 'octo/gadgets', used: 'model-2', provider: 'anthropic' },
  { at: '2026-11-23T03:00:00.000Z', outcome: 'refused', used: null, provider: null, usage: null, costUsd: null },
] as const satisfies Partial<ModelCall>[]

test.each([
  ['day', ['2026-11-22', '2026-11-23']],
  ['issue', ['octo/gadgets#7', 'octo/widgets#7', 'octo/widgets#12']],
  ['task', ['octo/gadgets#7 T1', 'octo/widgets#7 T1', 'octo/widgets#7 T2', 'octo/widgets#12 T1']],
  ['model', ['anthropic:model-2', 'none (refused)', 'openai:model-1']],
] as const)('by %s there is a line for each, and the same sum below', (by, keys) => {
  record(some)

  const { rows, total, from, to } = report({ by })

  expect(rows.map(({ key }) => key)).toEqual(keys)
  expect(total).toMatchObject({ calls: 4, refused: 1, cost_usd: 0.5, unpriced: 1, unmetered: 1 })
  expect([from, to]).toEqual([call.at, '2026-11-23T03:00:00.000Z'])
})

test('what isn’t known is said in the table, and no text of a call', () => {
  record(some)

  const { code, told } = run({ by: 'task' })

  expect(code).toBe(0)
  expect(told).toMatch(/octo\/widgets#7 T2 +│ 1 +│ 1 k tokens +│ not priced/)
  expect(told).toMatch(/octo\/widgets#12 T1 +│ 1 +│ 1 call of unknown size +│ not priced/)
  expect(told).toMatch(/all +│ 4, 1 refused +│ 3 k tokens and 1 call of unknown size +│ \$0\.50 and 2 calls not priced/)
  expect(told).not.toMatch(/secret|another/)
})

test('a day, a repository and an issue narrow it down', () => {
  record(some)

  expect(report({ since: '2026-11-23' }).total.calls).toBe(3)
  expect(report({ repo: 'Octo/Gadgets' }).total.calls).toBe(1)
  expect(report({ repo: 'octo/widgets', issue: 12 }).total.calls).toBe(1)
})

test('where nothing was spent it says so, and makes no file', () => {
  const before = run()
  record([])
  const after = run()

  expect([before.code, after.code]).toEqual([0, 0])
  for (const { told } of [before, after])
    expect(told.replaceAll(/\s+/g, ' ')).toContain('No call of a model is recorded')
  expect(costKeys.every((by) => report({ by }).rows.length === 0)).toBe(true)
})

test('in a narrow terminal each is told below its name', () => {
  record(some)

  expect(run({ by: 'issue' }, 40).told).toContain('octo/gadgets#7\n    1 calls, 1 k tokens, $0.25, 1.5 s\n')
})

test('a file that is none of ours is named, with what to do', async () => {
  await writeFile(join(dir, 'models.sqlite'), 'not a database, but long enough to be read as one'.repeat(100))

  expect(() => run()).toThrow(
    expect.objectContaining({ code: 'configuration_invalid', details: expect.stringContaining(dir) }),
  )
})
