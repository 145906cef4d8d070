import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layModelsFile, placeholderKey } from '../../../bench/eval/recording/lay-models-file.ts'
import { recordAnswers } from '../../../bench/eval/recording/record-answers.ts'
import { type Recording, RecordingSchema } from '../../../bench/eval/recording/recording.ts'
import { replayAnswers } from '../../../bench/eval/recording/replay-answers.ts'
import { readModelOptions } from '../../../src/entrypoints/models/read-model-options.ts'
import { startScriptedProvider } from '../../support/models/scripted-provider.ts'

const key = 'sk-canary-5520aa'
const models = [{ name: 'fast', provider: 'openai', upstream: 'model-1', price: { input: 1, output: 2 } }]
const speaks = ['chat' as const]

function ask(origin: string, prompt: string) {
  const body = JSON.stringify({ model: 'model-1', messages: [{ role: 'user', content: prompt }] })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${placeholderKey}` }
  return fetch(`${origin}/0/chat/completions`, { method: 'POST', headers, body })
}

test('answers are kept without keys or questions, and given again to the same role in the same case', async () => {
  await using provider = await startScriptedProvider(({ body, headers }, number) =>
    number === 2
      ? { kind: 'status', status: 429 }
      : { kind: 'answer', text: `${headers.authorization} ${body.length}` },
  )
  const upstream = { name: 'openai', kind: 'openai' as const, baseUrl: `${provider.origin}/v1`, key, speaks }
  let current = 'csv'
  await using recorder = await recordAnswers([upstream], () => current)

  const plan = await (await ask(recorder.origin, 'You plan the work.')).text()
  const refused = await ask(recorder.origin, 'You plan the work.')
  current = 'lru'
  const work = await (await ask(recorder.origin, 'Do the task.')).text()

  const recording: Recording = RecordingSchema.parse({
    schema_version: 1,
    at: '2026-11-26',
    executor: 'model',
    cases: ['csv', 'lru'],
    models,
    providers: [{ name: 'openai', kind: 'openai', speaks }],
    answers: recorder.answers,
  })
  expect(provider.calls[0]?.headers.authorization).toBe(`Bearer ${key}`)
  expect([plan.includes(key), refused.status]).toEqual([true, 429])
  expect(JSON.stringify(recording)).not.toContain(key)
  expect(JSON.stringify(recording)).not.toContain('You plan')
  expect(recording.answers.map(({ case: of, role }) => [of, role])).toEqual([
    ['csv', 'planner'],
    ['lru', 'executor'],
  ])
  await using replayer = await replayAnswers(recording, () => current)
  expect(await (await ask(replayer.origin, 'Do the task in other words.')).text()).toBe(work.replace(key, '[key]'))
  current = 'csv'
  expect(await (await ask(replayer.origin, 'You plan the work.')).text()).toBe(plan.replace(key, '[key]'))
  const none = await ask(replayer.origin, 'You review one version.')
  expect([none.status, replayer.missed]).toEqual([400, ['csv, reviewer']])
})

test('the same models, at the same prices, are had of whatever stands in between', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-test-recording-'))
  try {
    const providers = [{ name: 'openai', kind: 'openai' as const, speaks }]

    const env = await layModelsFile(dir, { providers, models, limits: { day: { usd: 5 } } }, 'http://127.0.0.1:9')

    const options = await readModelOptions({ MODELS_FILE: env['MODELS_FILE'], UNCONFINED_COMMANDS: 'refused' }, env)
    expect(options?.providers).toMatchObject([{ kind: 'openai', baseUrl: 'http://127.0.0.1:9/0', speaks }])
    expect(options?.limits).toEqual({ day: { usd: 5 } })
    expect(options?.models).toMatchObject([{ name: 'fast', upstream: 'model-1', price: { input: 1, output: 2 } }])
    expect(await readFile(env['MODELS_FILE'] ?? '', 'utf8')).not.toContain(placeholderKey)
  } finally {
    await rm(dir, { recursive: true })
  }
})
