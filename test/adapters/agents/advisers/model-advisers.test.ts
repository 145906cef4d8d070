import { describe, expect, test } from 'vitest'
import { createModelAdvisers } from '../../../../src/adapters/agents/advisers/create-model-advisers.ts'
import type { AdviceAsked } from '../../../../src/application/ports/roles/plan-advice.ts'
import { freezeText } from '../../../../src/domain/text/frozen-text.ts'
import { createFakeLanguageModel, type FakeAnswer } from '../../../support/agents/fake-language-model.ts'
import { tallyFiles, tallyIssue } from '../../../support/agents/planner-answers.ts'
import { buildConfiguration, buildPlan, buildTask } from '../../../support/builders.ts'
import { createFakeReader } from '../../../support/fakes/fake-reader.ts'
import { widgets } from '../../../support/local-repository.ts'

const plan = buildPlan({ tasks: [buildTask({ scope: 'src/' })] })
const configuration = buildConfiguration()
const workspace = { openReader: () => Promise.resolve(createFakeReader(tallyFiles)) }

function adviceOf(...answers: FakeAnswer[]) {
  const language = createFakeLanguageModel(
    (_question, number) => answers[Math.min(number, answers.length) - 1] ?? { value: {} },
  )
  const frozen = freezeText(tallyIssue.title, tallyIssue.body)
  const asked: AdviceAsked = {
    issue: { number: 7, frozen: { ...frozen, author: 'ada', labels: [], at: '', by: 'ada' } },
    guidance: null,
    configuration: {
      ...configuration,
      agents: { ...configuration.agents, plan_reviewer: 'model', feasibility: 'model', splitter: 'model' },
    },
    repository: widgets,
    commit: 'c'.repeat(40),
    runId: 'ISS-007/1',
    signal: new AbortController().signal,
  }
  return { advice: createModelAdvisers(language, workspace)(asked), questions: language.asked }
}

const quote = { path: 'src/count.js', line: 2, text: "text.split('\\n').length" }
const found = (proof: object) => ({ value: { findings: [{ tasks: ['T1'], message: 'It is elsewhere.', ...proof }] } })

describe('a model that reads plans', () => {
  test.each([
    ['a file', { quote }, 'src/count.js:2'],
    ['the issue', { said: 'It should  print 0' }, '“It should print 0”'],
    ['a file that is missing', { missing: 'src/parse.js' }, 'there is no src/parse.js'],
  ])('may prove a finding by %s', async (_name, proof, shown) => {
    const { advice, questions } = adviceOf(found(proof))

    const answer = await advice.review?.(plan)

    expect(answer).toMatchObject({
      kind: 'advised',
      by: 'model-1',
      value: [{ code: 'reader_found', nodes: ['T1'], message: `It is elsewhere. (${shown})` }],
    })
    expect(questions[0]?.data.map(({ label }) => label)).toEqual(['issue', 'what the plan is for', 'task'])
    expect(questions[0]?.prompt.text).not.toContain('prints 1')
  })

  test.each([
    ['nothing', {}],
    ['words that nobody said', { said: 'It must be rewritten in Rust' }],
    ['lines that are not there', { quote: { ...quote, text: 'return checkEverything(text)' } }],
    ['a file that is there as missing', { missing: 'src/count.js' }],
    ['a task that is not there', { tasks: ['T9'], quote }],
  ])('proves nothing by %s, and after a second try its reading is void', async (_name, proof) => {
    const { advice, questions } = adviceOf(found(proof))

    const answer = await advice.review?.(plan)

    expect(answer).toMatchObject({ kind: 'none', receipt: { tries: 2 } })
    expect(questions).toHaveLength(1)
  })

  test('is tried again by who runs the planning where it is away', async () => {
    const { advice } = adviceOf({ failure: { kind: 'outage', reason: 'HTTP 503' } })

    await expect(advice.review?.(plan)).rejects.toMatchObject({ code: 'model_failed' })
  })
})

test('estimates name each task once and agree with themselves, or are told so', async () => {
  const estimate = { task: 'T1', person_days: 2, one_shot_pass: true, why: 'Two  callers' }
  const { advice } = adviceOf(
    { value: { tasks: [{ ...estimate, person_days: 12 }] } },
    { value: { tasks: [estimate] } },
  )

  const answer = await advice.estimate?.(plan, plan.tasks)

  expect(answer).toMatchObject({
    kind: 'advised',
    value: [{ task: 'T1', person_days: 2, why: 'Two callers' }],
    receipt: { tries: 2, prompt: { name: 'estimate-tasks@1' } },
  })
})

test('a cut is what the rules let pass', async () => {
  const cut = (path: string) => ({
    parts: [path, 'src/b.js'].map((one) => ({ paths: [one], places: [] })),
    why: 'There.',
  })
  const { advice, questions } = adviceOf({ value: cut('lib/') }, { value: cut('src/a.js') })
  const [task] = plan.tasks
  if (task === undefined) throw new Error('no task')

  const answer = await advice.cut?.(plan, task, ({ parts }) => (parts[0]?.paths[0] === 'lib/' ? ['out of scope'] : []))

  expect(answer).toMatchObject({ kind: 'advised', value: cut('src/a.js'), receipt: { tries: 2 } })
  expect(questions[0]?.prompt.text).toContain('Two to 8 parts')
})

test('only those are asked that the configuration names', () => {
  const { questions } = adviceOf()
  const none = createModelAdvisers(
    createFakeLanguageModel(() => ({ value: {} })),
    workspace,
  )

  expect(Object.keys(none({ ...adviceAsked(), configuration }))).toEqual([])
  expect(questions).toEqual([])
})

function adviceAsked(): AdviceAsked {
  const frozen = { ...freezeText('', ''), author: 'ada', labels: [], at: '', by: 'ada' }
  const signal = new AbortController().signal
  return {
    issue: { number: 7, frozen },
    guidance: null,
    configuration,
    repository: widgets,
    commit: '',
    runId: '',
    signal,
  }
}
