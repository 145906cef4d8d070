import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { pino } from 'pino'
import { parseAgentSettings } from '../../src/entrypoints/settings/parse-settings.ts'
import type { GatewayOptions } from '../../src/adapters/models/gateway/gateway-options.ts'
import { openModels } from '../../src/entrypoints/models/open-models.ts'
import { readModelOptions } from '../../src/entrypoints/models/read-model-options.ts'
import { renderError } from '../../src/entrypoints/commands/read/render-error.ts'
import { startSandboxApp } from '../../src/entrypoints/sandbox/start-sandbox-app.ts'
import { startScriptedProvider } from '../../test/support/models/scripted-provider.ts'
import { type EvalCase, readEvalCases } from './eval-case.ts'
import { type JudgedVersion, judgeVersions } from './judge-versions.ts'
import { playCase, type PlayedCase } from './play-case.ts'
import { layModelsFile } from './recording/lay-models-file.ts'
import { recordAnswers } from './recording/record-answers.ts'
import { readRecording, type Recording, RecordingSchema } from './recording/recording.ts'
import { replayAnswers } from './recording/replay-answers.ts'
import { renderPlot } from './render-plot.ts'
import { type EvalRun, renderReport } from './render-report.ts'
import { answerFromCases } from './scripted-answers.ts'
import { summarise } from './summarise.ts'

const program = new Command('npm run eval --')
  .description('Has models plan, do and review small issues, and reports how they did (docs/eval.md).')
  .argument('[cases...]', 'names of cases; all without any')
  .option('--executor <name>', 'who does the tasks: model, or an agent such as codex', 'model')
  .option('--scripted', 'answers out of the cases themselves, without a model: to see that it works')
  .option('--record <file>', 'keep what the models answer, to play it again without them')
  .option('--replay <file>', 'answers that were recorded, without a model')
  .option('--out <folder>', 'where eval.md, eval.svg and eval.json go', 'eval-report')
  .parse()
const options = program.opts<{ executor: string; scripted?: boolean; record?: string; replay?: string; out: string }>()
if (options.replay !== undefined && (options.scripted === true || options.record !== undefined))
  program.error('--replay goes with neither --scripted nor --record: it has the answers already.')

const recording = options.replay === undefined ? undefined : await openRecording(options.replay)
const cases = pick(await readEvalCases(), program.args.length > 0 ? program.args : (recording?.cases ?? []))
const executor = recording?.executor ?? options.executor
let currentCase = ''
const say = (line: string) => void process.stderr.write(`${line}\n`)
const provider = options.scripted === true ? await startScriptedProvider(answerFromCases(cases)) : undefined
const scripted = { OPENAI_BASE_URL: `${provider?.origin}/v1`, OPENAI_API_KEY: 'none-is-asked-for', MODELS: 'scripted' }
const given =
  provider === undefined ? process.env : { PATH: process.env['PATH'], HOME: process.env['HOME'], ...scripted }
const dir = await mkdtemp(join(tmpdir(), 'countersign-eval-'))
const replayer = recording && (await replayAnswers(recording, () => currentCase))
const asked = recording === undefined ? await setUpModels(given) : undefined
const recorder = asked && options.record ? await recordAnswers(asked.providers, () => currentCase) : undefined
const between = recorder ?? replayer
const served = recording ?? asked
const env = between && served ? await layModelsFile(dir, served, between.origin) : given
const modelOptions = between === undefined && asked !== undefined ? asked : await setUpModels(env)
const models = openModels(modelOptions, dir, env, pino({ level: 'silent' }))
const running = await startSandboxApp({
  dataDir: dir,
  port: 0,
  env: { ...env, LOG_LEVEL: 'error' },
  secondIdentity: true,
})
try {
  const played: PlayedCase[] = []
  const judged: JudgedVersion[] = []
  const failed: string[] = []
  for (const one of cases) {
    currentCase = one.name
    try {
      say(`${one.name}: plans and works`)
      played.push(await playCase(one, { running, dir, executor }))
      say(`${one.name}: judges ${one.defects.length + 1} versions`)
      judged.push(...(await judgeVersions(one, models)))
    } catch (error) {
      failed.push(`${one.name} (${error instanceof Error ? error.message : String(error)})`)
      say(`${failed.at(-1)}: goes on without it`)
    }
  }
  await report({ played, judged, failed })
  if (options.record !== undefined) await keepRecording(options.record)
  const missed = [...new Set(replayer?.missed)]
  if (missed.length > 0) say(`The recording has too few answers, so record it anew: ${missed.join('; ')}`)
  if (failed.length > 0 || missed.length > 0) process.exitCode = 1
} finally {
  await running.close()
  await models.close()
  await between?.[Symbol.asyncDispose]()
  await provider?.[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
}

async function setUpModels(given: Record<string, string | undefined>): Promise<GatewayOptions> {
  const found = await readModelOptions(parseAgentSettings(given), given).catch((error: unknown) =>
    program.error(renderError(error, false, 'eval'), { exitCode: 2 }),
  )
  const advice = 'No model is set up: name one with MODELS and its key (docs/agents.md), or say --scripted.'
  return found ?? program.error(advice, { exitCode: 2 })
}

function pick(all: readonly EvalCase[], names: readonly string[]): readonly EvalCase[] {
  const unknown = names.filter((name) => !all.some((one) => one.name === name))
  if (unknown.length > 0)
    program.error(`There is no case ${unknown.join(', ')}. There are ${all.map(({ name }) => name).join(', ')}.`)
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
}

async function openRecording(path: string): Promise<Recording> {
  return readRecording(path).catch((error: unknown) =>
    program.error(`${path} is no recording: ${error instanceof Error ? error.message : String(error)}`, {
      exitCode: 2,
    }),
  )
}

/** Of models, names and prices; of providers, what they speak. */
async function keepRecording(path: string): Promise<void> {
  if (asked === undefined || recorder === undefined) return
  const kept: Recording = RecordingSchema.parse({
    schema_version: 1,
    at: new Date().toISOString(),
    executor,
    cases: cases.map(({ name }) => name),
    providers: asked.providers.map(({ name, kind, speaks }) => ({ name, kind, speaks })),
    models: asked.models,
    answers: recorder.answers,
  })
  await writeFile(path, `${JSON.stringify(kept, null, 1)}\n`)
  say(`${recorder.answers.length} answers are in ${path}; --replay ${path} plays them without a model`)
}

async function report({ played, judged, failed }: Pick<EvalRun, 'played' | 'judged' | 'failed'>): Promise<void> {
  const shares = summarise(played, judged)
  const isScripted = provider !== undefined
  const named = isScripted ? 'a script' : modelOptions.models.map(({ name }) => name).join(', ')
  const run = {
    models: named,
    isScripted,
    executor,
    recordedAt: recording?.at ?? null,
    at: new Date().toISOString(),
    played,
    judged,
    failed,
    shares,
  }
  const text = renderReport(run)
  await mkdir(options.out, { recursive: true })
  await writeFile(join(options.out, 'eval.md'), text)
  await writeFile(join(options.out, 'eval.svg'), renderPlot(shares, `Eval: ${named}`))
  await writeFile(join(options.out, 'eval.json'), `${JSON.stringify(run, null, 2)}\n`)
  process.stdout.write(text)
}
