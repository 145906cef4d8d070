import { expect, test } from 'vitest'
import { createLanguageModel } from '../../../../src/adapters/agents/model/create-language-model.ts'
import { createModelPlanner } from '../../../../src/adapters/agents/planner/create-model-planner.ts'
import type { PlanRequest } from '../../../../src/application/ports/roles/planner.ts'
import { freezeText } from '../../../../src/domain/text/frozen-text.ts'
import { createFakeLanguageModel, type FakeAnswer } from '../../../support/agents/fake-language-model.ts'
import { buildPlannedAnswer, buildTaskAnswer, tallyFiles, tallyIssue } from '../../../support/agents/planner-answers.ts'
import { buildConfiguration } from '../../../support/builders.ts'
import { createFakeReader } from '../../../support/fakes/fake-reader.ts'
import { openGateway } from '../../../support/models/open-gateway.ts'
import { inOrder, type Script } from '../../../support/models/scripted-provider.ts'
import { buildPlanRequest } from '../../../support/plans/plan-issue.ts'

const workspace = { openReader: () => Promise.resolve(createFakeReader(tallyFiles)) }

function request(given: Partial<PlanRequest> & { title?: string; body?: string } = {}): PlanRequest {
  const { title = tallyIssue.title, body = tallyIssue.body, ...others } = given
  const frozen = { ...freezeText(title, body), author: 'ada', labels: [], at: '', by: 'ada' }
  return buildPlanRequest({ issue: { number: 7, frozen }, ...others })
}

async function plan(answers: readonly FakeAnswer[], asked = request()) {
  const language = createFakeLanguageModel(
    (_question, number) => answers[Math.min(number, answers.length) - 1] ?? { value: {} },
  )
  const answer = await createModelPlanner(language, workspace).plan(asked)
  return { answer, questions: language.asked }
}

/** All that a question tells, by the labels of its blocks. */
const toldOf = (questions: Awaited<ReturnType<typeof plan>>['questions']) =>
  Object.fromEntries((questions[0]?.data ?? []).map(({ label, text }) => [label, text]))

test('a bug told in prose becomes a plan whose criteria cover what is asked for', async () => {
  const { answer, questions } = await plan([{ value: buildPlannedAnswer() }])

  expect(answer).toMatchObject({
    kind: 'draft',
    draft: {
      strategy_type: 'bugfix',
      root_criteria: [{ statement: 'It should print 0 instead.', source_line: 3, covered_by: ['T1/AC-1'] }],
      tasks: [
        {
          id: 'T1',
          scope: 'src/count.js, test/',
          modification_points: [{ file: 'src/count.js', target: 'count' }],
          test: { commands: ['npm test'] },
          acceptance_criteria: [
            { id: 'AC-1', check_method: 'run_smoke_test', command: 'node test/empty.js' },
            { id: 'AC-2', check_method: 'model_review', severity: 'minor' },
          ],
          estimated_person_days: 0.5,
        },
      ],
    },
    receipts: [{ role: 'planner', prompt: { name: 'plan-issue@1' } }],
  })
  const told = toldOf(questions)
  expect(told['issue']).toContain('prints 1')
  expect(told['sentences of it that ask for something']).toBe('A1, line 3: It should print 0 instead.')
  expect(told['map of the repository']).toContain('src/count.js')
  expect(told['beginnings of files that say how it is built']).toContain('"test": "node test/count.js"')
  expect(questions[0]?.repository).toBeDefined()
  expect(questions[0]?.prompt.text).not.toContain('prints 1')
})

test('what is left out of what was asked is named, with why', async () => {
  const body = 'It should print 0 instead. Please also add a `--json` flag.'
  const asks = [
    { id: 'A1', covered_by: ['T1/1'] },
    { id: 'A2', covered_by: [], left_out_because: 'it is another change' },
  ]

  const { answer } = await plan([{ value: buildPlannedAnswer({ asks }) }], request({ body }))

  expect(answer.kind === 'draft' && answer.draft.notes).toContainEqual(
    'Line 1 ("Please also add a `--json` flag.") is not planned: it is another change',
  )
})

test.each<[string, Parameters<typeof buildPlannedAnswer>[0], RegExp, string?]>([
  [
    'a file that is not there',
    {
      tasks: [
        buildTaskAnswer({
          scope: ['lib/'],
          places: [{ file: 'lib/count.js', target: 'count', change: 'x', is_new: false }],
        }),
      ],
    },
    /T1 changes lib\/count\.js, which is not there; there is src\/count\.js/,
  ],
  [
    'a scope where nothing is',
    { tasks: [buildTaskAnswer({ scope: ['src/count.js', 'sources/'] })] },
    /names sources\/, where nothing is/,
  ],
  [
    'a place outside of the scope',
    { tasks: [buildTaskAnswer({ scope: ['test/'] })] },
    /src\/count\.js, which is not in its scope/,
  ],
  ['a sentence that nothing is said of', { asks: [] }, /doesn't say what covers A1/],
  [
    'a sentence that is dropped without a word',
    { asks: [{ id: 'A1', covered_by: [] }] },
    /doesn't say why A1 .* is left out/,
  ],
  ['a criterion that is none', { asks: [{ id: 'A1', covered_by: ['T1/9'] }] }, /covered_by names T1\/9/],
  [
    'words that nobody said',
    { more_asks: [{ quote: 'Use Rust', covered_by: ['T1/1'] }] },
    /quotes "Use Rust", which nobody said/,
  ],
  [
    'a task that waits for none',
    { tasks: [buildTaskAnswer({ depends_on: ['T2'] })] },
    /T1 waits for T2, which is no task/,
  ],
  [
    'an item of the issue that is dropped',
    { asks: [{ id: 'A1', covered_by: [], left_out_because: 'no' }] },
    /A1 .* is an item/,
    '## Acceptance\n- prints 0',
  ],
])('%s goes back once, and is no plan the second time', async (_what, wrong, told, body) => {
  const { answer } = await plan([{ value: buildPlannedAnswer(wrong) }], request(body === undefined ? {} : { body }))
  const mended = await plan(
    [{ value: buildPlannedAnswer(wrong) }, { value: buildPlannedAnswer() }],
    request(body === undefined ? {} : { body }),
  )

  expect(answer).toMatchObject({ kind: 'needs_input', lacks: [expect.stringMatching(told)], receipts: [{ tries: 2 }] })
  expect(mended.answer.kind).toBe('draft')
})

test('a file that a task makes may be named by all', async () => {
  const task = buildTaskAnswer({
    scope: ['src/', 'docs/empty.md'],
    places: [{ file: 'docs/empty.md', target: 'page', change: 'say what is printed', is_new: true }],
    criteria: [{ statement: 'The page says 0', check: 'file_contains', path: 'docs/empty.md', contains: '0' }],
  })

  const { answer } = await plan([{ value: buildPlannedAnswer({ tasks: [task] }) }])

  expect(answer).toMatchObject({
    kind: 'draft',
    draft: {
      tasks: [
        {
          acceptance_criteria: [
            { check_method: 'static_check', check: 'contains', target: 'docs/empty.md', text: '0' },
          ],
        },
      ],
    },
  })
})

test('questions come with answers to pick, and what was asked and answered before is told', async () => {
  const question = {
    question: 'Is an empty file one line?',
    why: 'It decides what is printed.',
    proposals: ['No', 'Yes'],
  }
  const { answer } = await plan([{ value: { kind: 'questions', questions: [question] } }])
  expect(answer).toMatchObject({ kind: 'needs_input', questions: [question] })

  const next = await plan([{ value: buildPlannedAnswer() }], request({ asked: [question], guidance: '1a' }))

  const told = toldOf(next.questions)
  expect(told['what was asked in the thread']).toBe('1. Is an empty file one line?\n   a) No\n   b) Yes')
  expect(told['what people said in the thread since']).toBe('1a')
})

test('more than five questions are not put to anybody', async () => {
  const questions = Array.from({ length: 6 }, () => ({ question: 'And?', why: '', proposals: [] }))

  const { answer } = await plan([{ value: { kind: 'questions', questions } }])

  expect(answer).toMatchObject({ kind: 'needs_input', lacks: [expect.stringContaining('questions')] })
})

test('an issue that asks for no change is declined in its own words', async () => {
  const { answer } = await plan([{ value: { kind: 'declined', why: 'README.md says how: run `tally FILE`.' } }])

  expect(answer).toMatchObject({ kind: 'declined', why: 'README.md says how: run `tally FILE`.' })
})

test('in a further round the earlier plan and what was found in it are shown', async () => {
  const draft = { description: 'Earlier', tasks: [{ id: 'T1', title: 'Do it' }] }
  const findings = [{ code: 'no_criterion' as const, nodes: ['T1'], message: 'T1 has no criterion' }]

  const { questions } = await plan([{ value: buildPlannedAnswer() }], request({ draft, findings }))

  const told = toldOf(questions)
  expect(told['earlier plan']).toContain('Do it')
  expect(told['what its review found']).toBe('- T1: T1 has no criterion')
})

test('a model that the server has not is no model', async () => {
  const configuration = buildConfiguration({ agents: { model: 'other' } })

  const { answer } = await plan([], request({ configuration }))

  expect(answer).toMatchObject({ kind: 'needs_input', lacks: [expect.stringContaining('`agents.model`')] })
})

/** With the real gateway, and a provider on loopback. */
async function planWith(script: Script, options: Parameters<typeof openGateway>[1] = {}) {
  const opened = await openGateway(script, { speaks: ['chat'], ...options })
  const planner = createModelPlanner(createLanguageModel(opened.models), workspace)
  return { opened, planned: planner.plan(request()) }
}

test('garbage, a limit and a refused key wait for a person; a provider that is away is tried again', async () => {
  const garbage = await planWith(inOrder({ kind: 'answer', text: 'As an AI, {"kind": 7' }))
  expect(await garbage.planned).toMatchObject({
    kind: 'needs_input',
    lacks: [expect.stringMatching(/no plan that can be taken.*`\/replan`/)],
  })
  await garbage.opened[Symbol.asyncDispose]()

  const limit = await planWith(inOrder({ kind: 'answer', text: '{}' }), { limits: { issue: { requests: 1 } } })
  expect(await limit.planned).toMatchObject({
    kind: 'needs_input',
    lacks: [expect.stringContaining('limits.issue.requests')],
  })
  await limit.opened[Symbol.asyncDispose]()

  const refused = await planWith(inOrder({ kind: 'status', status: 401 }))
  expect(await refused.planned).toMatchObject({ kind: 'needs_input' })
  await refused.opened[Symbol.asyncDispose]()

  for (const status of [429, 500]) {
    const away = await planWith(inOrder({ kind: 'status', status }))
    await expect(away.planned).rejects.toMatchObject({ code: 'model_failed', retry: 'later' })
    await away.opened[Symbol.asyncDispose]()
  }
})
