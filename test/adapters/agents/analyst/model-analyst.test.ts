import { expect, test } from 'vitest'
import { createModelAnalyst } from '../../../../src/adapters/agents/analyst/create-model-analyst.ts'
import { createRulesAnalyst } from '../../../../src/adapters/agents/rules/create-rules-analyst.ts'
import type { AnalysisPlace } from '../../../../src/application/ports/roles/analyst.ts'
import { createFakeLanguageModel, type FakeAnswer } from '../../../support/agents/fake-language-model.ts'
import { buildConfiguration } from '../../../support/builders.ts'
import { createFakeReader } from '../../../support/fakes/fake-reader.ts'
import { widgets } from '../../../support/local-repository.ts'
import { buildChange, buildHunk, buildRequest } from '../../../domain/debug/build-request.ts'

const request = buildRequest({
  change: buildChange(
    buildHunk({ path: 'src/a.js', at: 10 }),
    buildHunk({ path: 'src/a.js', at: 40 }),
    buildHunk({ path: 'src/b.js', at: 5 }),
  ),
})

const hypothesis = (suspect: string, given: object = {}) => ({
  suspect,
  description: `It is ${suspect}.`,
  condition: 'The sum is off by one.',
  place: 'src/b.js:5',
  confirm: 'It prints 1.',
  reject: 'It prints 2.',
  ...given,
})

async function analyse(analyst: 'rules' | 'model', ...answers: FakeAnswer[]) {
  const language = createFakeLanguageModel(
    (_question, number) => answers[Math.min(number, answers.length) - 1] ?? { value: {} },
  )
  const configuration = buildConfiguration()
  const place: AnalysisPlace = {
    repository: widgets,
    configuration: { ...configuration, agents: { ...configuration.agents, analyst } },
    commit: 'c'.repeat(40),
    owner: { runId: 'run-1', issue: 7, task: 'T1' },
    signal: new AbortController().signal,
  }
  const rules = createRulesAnalyst()
  const workspace = {
    openReader: () =>
      Promise.resolve(createFakeReader({ 'src/a.js': 'a\n', 'src/b.js': 'b\n', 'test/a.test.js': 't\n' })),
  }
  const byRules = (await rules.analyse(request, place)).suspicions
  const found = await createModelAnalyst(rules, language, workspace).analyse(request, place)
  return { ...found, byRules, questions: language.asked }
}

test('what a model suspects comes first, undone as we undo it, and what rules suspect most is looked into too', async () => {
  const answer = { value: { hypotheses: ['H3', 'chance', 'F1'].map((one) => hypothesis(one)) } }

  const { suspicions, byRules, receipts } = await analyse('model', answer)

  expect(suspicions.map(({ suspect }) => suspect).slice(0, 3)).toEqual([
    { kind: 'hunk', path: 'src/b.js', from: 5, to: 5, patch: 'undo src/b.js:5' },
    { kind: 'flaky' },
    { kind: 'file', path: 'src/a.js', patch: 'undo src/a.js' },
  ])
  expect(suspicions).toHaveLength(5)
  expect(suspicions.map(({ likelihood }) => likelihood)).toEqual([1, 2, 3, 4, 5])
  expect(suspicions[3]?.suspect).toEqual(byRules[0]?.suspect)
  expect(suspicions[0]).toMatchObject({
    description: 'It is H3.',
    testable_condition: 'The sum is off by one.',
    logging_point: 'src/b.js:5',
    evidence_criteria: { confirm: 'It prints 1.', reject: 'It prints 2.' },
  })
  expect(receipts).toMatchObject([{ role: 'analyst', prompt: { name: 'suspect-causes@1' } }])
})

test.each([
  ['a suspect that is not there', hypothesis('H9')],
  ['the same suspect twice', hypothesis('H1')],
  ['a place that is not there', hypothesis('H2', { place: 'src/gone.js:3' })],
])('%s is told once; after that rules alone suspect, and no run is lost', async (_name, wrong) => {
  const answer = { value: { hypotheses: [hypothesis('H1'), hypothesis('H3'), wrong] } }

  const { suspicions, byRules, receipts } = await analyse('model', answer)

  expect(suspicions).toEqual(byRules)
  expect(receipts).toMatchObject([{ tries: 2 }])
})

test.each(['outage', 'limit', 'refused', 'late'] as const)('%s leaves it to the rules', async (kind) => {
  const { suspicions, byRules } = await analyse('model', { failure: { kind, reason: 'so it is' } })

  expect(suspicions).toEqual(byRules)
})

test('nobody is asked where the configuration leaves it to the rules; text of others stands in blocks alone', async () => {
  const alone = await analyse('rules')
  const asked = await analyse('model', { value: { hypotheses: ['H1', 'H2', 'H3'].map((one) => hypothesis(one)) } })

  expect(alone.questions).toEqual([])
  const [question] = asked.questions
  expect(question?.prompt.text).not.toContain('adds up')
  expect(Object.fromEntries(question?.data.map(({ label, text }) => [label, text]) ?? [])).toMatchObject({
    'failed tests': expect.stringContaining('adds up'),
    'suspects by name': expect.stringContaining('H3: src/b.js:5'),
  })
})
