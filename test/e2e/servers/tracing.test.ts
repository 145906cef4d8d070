import { afterAll, expect, test, vi } from 'vitest'
import { buildPlannedAnswer, tallyFiles, tallyIssue } from '../../support/agents/planner-answers.ts'
import { type ScriptedProvider, startScriptedProvider } from '../../support/models/scripted-provider.ts'
import { type SeenSpan, startCollector, type TraceCollector } from '../../support/trace-collector.ts'
import { patienceMs } from '../../support/vitest/patience.ts'
import { useWorld } from '../support/processes/start-world.ts'

let provider: ScriptedProvider
let collector: TraceCollector

const world = useWorld({
  env: async () => {
    provider = await startScriptedProvider(() => ({ kind: 'answer', text: JSON.stringify(buildPlannedAnswer()) }))
    collector = await startCollector()
    const traces = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    }
    // The SDK reads its own settings where everybody's are.
    for (const [name, value] of Object.entries(traces)) vi.stubEnv(name, value)
    return { ...traces, OPENAI_BASE_URL: `${provider.origin}/v1`, OPENAI_API_KEY: 'sk-traced-9b3f', MODELS: 'model-1' }
  },
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await provider[Symbol.asyncDispose]()
  await collector[Symbol.asyncDispose]()
})

/** Alone, or together with what else came meanwhile. */
const drafted = /^decide .*\bplan_drafted\b/

/** Its name and those of what it is a part of, outermost first. */
function pathOf(span: SeenSpan, all: readonly SeenSpan[]): string[] {
  const parent = all.find(({ id }) => id === span.parent)
  return [...(parent === undefined ? [] : pathOf(parent, all)), span.name]
}

test('one trace goes from the webhook to the model and to what the plan is posted by, and has the webhook’s id', async () => {
  const repo = await world.repository({ files: { ...tallyFiles } })

  await repo.planIssue(tallyIssue.title, tallyIssue.body)

  const spans = await vi.waitFor(
    () => {
      const root = collector.spans.find(({ name }) => name === 'decide labelled')
      const found = collector.spans.filter(({ trace }) => trace === root?.trace)
      const names = found.map(({ name }) => name)
      expect(names).toContain('run draft_plan')
      expect(names).toContainEqual(expect.stringMatching(drafted))
      return found
    },
    { timeout: patienceMs(20_000) },
  )
  const paths = spans.map((span) => pathOf(span, spans).join(' > '))
  const planning = 'decide labelled > run draft_plan'
  expect(paths).toContain(`${planning} > effect draft_plan > chat model-1`)
  // What came of other work may be decided on together with it, and is its parent then.
  expect(paths).toContainEqual(
    expect.stringMatching(/^decide labelled > .*plan_drafted > post comment > GitHub graphql mutation addComment$/),
  )
  const guids = world.running.sandbox.world.deliveries.map(({ guid }) => guid.replaceAll('-', ''))
  expect(guids).toContain(spans[0]?.trace)
  expect(spans[0]?.resource).toMatchObject({ 'service.name': 'countersign', 'deployment.environment.name': 'test' })
  expect(JSON.stringify(collector.spans)).not.toMatch(/sk-traced|empty file/i)
})
