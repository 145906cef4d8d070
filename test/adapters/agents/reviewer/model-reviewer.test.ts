import { describe, expect, test } from 'vitest'
import { createLanguageModel } from '../../../../src/adapters/agents/model/create-language-model.ts'
import { createModelReviewer } from '../../../../src/adapters/agents/reviewer/create-model-reviewer.ts'
import type { ModelReview } from '../../../../src/adapters/agents/reviewer/review-answer-schema.ts'
import type { LanguageModel, ModelFailure } from '../../../../src/application/ports/models/language-model.ts'
import type { Reviewer, ReviewRequest } from '../../../../src/application/ports/roles/reviewer.ts'
import type { CriterionResult } from '../../../../src/domain/records/review.ts'
import { createFakeLanguageModel } from '../../../support/agents/fake-language-model.ts'
import {
  buildJudgement,
  buildModelReview,
  buildReviewRequest,
  emptyQuote,
  reviewedFiles,
} from '../../../support/agents/reviewer-answers.ts'
import { buildConfiguration, buildCriterion, buildPlan } from '../../../support/builders.ts'
import { createFakeReader } from '../../../support/fakes/fake-reader.ts'
import { openGateway } from '../../../support/models/open-gateway.ts'
import { inOrder } from '../../../support/models/scripted-provider.ts'

const diff = "+  if (text === '') return 0\n"
const workspace = {
  openReader: () => Promise.resolve(createFakeReader(reviewedFiles)),
  readDiff: () => Promise.resolve(diff),
}

/** Finds what it is told to, and has the rest wait for a person. */
function rulesThatFind(found: Readonly<Record<string, CriterionResult['result']>>): Reviewer {
  return {
    name: 'rules',
    review: ({ criteria }) =>
      Promise.resolve({
        results: criteria.flatMap(({ id }) => (found[id] ? [{ id, result: found[id], evidence: 'as found' }] : [])),
        waiting: criteria.flatMap(({ id }) => (found[id] ? [] : [{ criterion: id, for: 'person' as const }])),
      }),
  }
}

interface Asked {
  request?: Partial<ReviewRequest>
  rules?: Reviewer
}

function reviewWith(language: LanguageModel, { request = {}, rules = rulesThatFind({}) }: Asked = {}) {
  return createModelReviewer(rules, language, workspace).review(buildReviewRequest(request))
}

/** A model that says these in order, the last again and again. */
const saying = (...reviews: readonly ModelReview[]) =>
  createFakeLanguageModel((_question, number) => ({
    value: structuredClone(reviews[Math.min(number, reviews.length) - 1]),
  }))

const forged = { path: 'src/count.js', line: 2, text: 'return checkEverything(text)' }

describe.each<
  [string, (...reviews: readonly ModelReview[]) => Promise<{ language: LanguageModel } & Partial<AsyncDisposable>>]
>([
  ['a fake', (...reviews) => Promise.resolve({ language: saying(...reviews) })],
  [
    'by the gateway',
    async (...reviews) => {
      const turns = reviews.map((one) => ({ kind: 'answer' as const, text: JSON.stringify(one) }))
      const opened = await openGateway(inOrder(...turns))
      return {
        language: createLanguageModel(opened.models),
        [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
      }
    },
  ],
])('a review by a model, %s', (_name, open) => {
  test('finds that a criterion holds, and shows where', async () => {
    const opened = await open(buildModelReview({ advice: ['Name the edge in `docs/count.md`.'] }))

    const answer = await reviewWith(opened.language)

    expect(answer.results).toEqual([
      {
        id: 'AC-1',
        result: 'pass',
        evidence: "An empty text is counted as 0.\nsrc/count.js:2: if (text === '') return 0",
      },
    ])
    expect(answer.waiting).toEqual([])
    expect(answer.receipt).toMatchObject({
      run_id: 'review-1',
      executor: 'model',
      outcome: 'reviewed',
      questions: [{ role: 'reviewer', prompt: { name: 'review-version@1' }, tries: 1 }],
      opinion: { by: 'model-1', score: 0.8, advice: ['Name the edge in `docs/count.md`.'], doubts: [] },
    })
    await opened[Symbol.asyncDispose]?.()
  })

  test('is told of a quote that is not there, and may mend it once', async () => {
    const opened = await open(
      buildModelReview({ judgements: [buildJudgement({ quotes: [forged] })] }),
      buildModelReview(),
    )

    const answer = await reviewWith(opened.language)

    expect(answer.results).toMatchObject([{ id: 'AC-1', result: 'pass' }])
    expect(answer.receipt).toMatchObject({ questions: [{ tries: 2 }] })
    await opened[Symbol.asyncDispose]?.()
  })

  test('with a forged quote twice leaves that criterion to a person, and what it showed stands', async () => {
    const opened = await open(
      buildModelReview({ judgements: [buildJudgement({ quotes: [forged] }), buildJudgement({ id: 'AC-2' })] }),
    )
    const criteria = ['AC-1', 'AC-2'].map((id) => buildCriterion({ id, check_method: 'model_review' }))

    const { results, waiting, receipt } = await reviewWith(opened.language, { request: { criteria } })

    const why = "model-1 can't be taken at its word: what is quoted of src/count.js:2 doesn't stand there"
    expect(results).toMatchObject([
      { id: 'AC-1', result: 'none', evidence: why },
      { id: 'AC-2', result: 'pass' },
    ])
    expect(waiting).toEqual([{ criterion: 'AC-1', for: 'person', why }])
    expect(receipt).toMatchObject({ questions: [{ tries: 2 }], opinion: { score: 0.8 } })
    await opened[Symbol.asyncDispose]?.()
  })
})

test('what it can’t tell waits for a person, with why', async () => {
  const judgements = [buildJudgement({ result: 'cannot_tell', reason: 'It would have to be run.', quotes: [] })]

  const { results, waiting } = await reviewWith(saying(buildModelReview({ judgements })))

  expect(results).toEqual([{ id: 'AC-1', result: 'none', evidence: "model-1 can't tell: It would have to be run." }])
  expect(waiting).toMatchObject([{ criterion: 'AC-1', for: 'person' }])
})

test('a failure is shown by a quote, or by a file that is missing', async () => {
  const fails = (given: object) => [buildJudgement({ result: 'fails', reason: 'No.', quotes: [], ...given })]
  const judge = async (given: object) =>
    (await reviewWith(saying(buildModelReview({ judgements: fails(given) })))).results[0]

  expect(await judge({ quotes: [{ ...emptyQuote }] })).toMatchObject({ result: 'fail' })
  expect(await judge({ missing: 'test/count.js' })).toEqual({
    id: 'AC-1',
    result: 'fail',
    evidence: 'No.\ntest/count.js is not there',
  })
  expect(await judge({ missing: 'docs/count.md' })).toMatchObject({
    result: 'none',
    evidence: expect.stringContaining('docs/count.md is there') as unknown,
  })
  expect(await judge({})).toMatchObject({
    result: 'none',
    evidence: expect.stringContaining('nothing was quoted') as unknown,
  })
})

test.each<[string, Partial<typeof emptyQuote>, number | string]>([
  ['a line that is off by two is put right', { line: 4 }, 2],
  ['spaces count for nothing', { text: "   if (text === '')   return 0\n" }, 2],
  ['lines after one another are one quote', { text: "if (text === '') return 0\nreturn text.split('\\n').length" }, 2],
  ['a line that is off by far is another place', { line: 40 }, "doesn't stand there"],
  ['lines that are not together are no quote', { text: "if (text === '') return 0\n}" }, "doesn't stand there"],
  ['a bracket shows nothing', { text: '}', line: 4 }, 'too short'],
  ['a file that is not there shows nothing', { path: 'src/none.js' }, 'there is no text src/none.js'],
  ['a path out of the repository is no file', { path: '../../etc/passwd' }, 'there is no text'],
])('of quotes: %s', async (_what, quote, expected) => {
  const judgements = [buildJudgement({ quotes: [{ ...emptyQuote, ...quote }] })]

  const [result] = (await reviewWith(saying(buildModelReview({ judgements })))).results

  expect(result?.evidence).toContain(typeof expected === 'number' ? `src/count.js:${expected}: ` : expected)
  expect(result?.result).toBe(typeof expected === 'number' ? 'pass' : 'none')
})

test('a criterion that it forgets, judges twice, or makes up, is not judged by that', async () => {
  const criteria = ['AC-1', 'AC-2'].map((id) => buildCriterion({ id, check_method: 'model_review' }))
  const judgements = [buildJudgement(), buildJudgement({ result: 'fails' }), buildJudgement({ id: 'AC-9' })]

  const { results } = await reviewWith(saying(buildModelReview({ judgements })), { request: { criteria } })

  expect(results).toMatchObject([
    { id: 'AC-1', result: 'none', evidence: expect.stringContaining('judged twice') as unknown },
    { id: 'AC-2', result: 'none', evidence: expect.stringContaining('not judged') as unknown },
  ])
})

describe('it judges what is a model’s and nothing else', () => {
  const criteria = [
    buildCriterion({ id: 'AC-1', check_method: 'model_review' }),
    buildCriterion({ id: 'AC-2', check_method: 'static_check' }),
    buildCriterion({ id: 'AC-3', check_method: 'manual_review' }),
  ]

  test('a person’s stays a person’s, and a machine’s a machine’s', async () => {
    const judgements = ['AC-1', 'AC-2', 'AC-3'].map((id) => buildJudgement({ id }))

    const answer = await reviewWith(
      saying(
        buildModelReview({
          judgements,
          doubts: [
            { id: 'AC-2', why: 'A word.' },
            { id: 'AC-3', why: 'No.' },
          ],
        }),
      ),
      {
        request: { criteria },
        rules: rulesThatFind({ 'AC-2': 'pass' }),
      },
    )

    expect(answer.results).toMatchObject([
      { id: 'AC-2', result: 'pass', evidence: 'as found' },
      { id: 'AC-1', result: 'pass' },
    ])
    expect(answer.waiting).toEqual([{ criterion: 'AC-3', for: 'person' }])
    expect(answer.receipt?.opinion?.doubts).toEqual([{ id: 'AC-2', why: 'A word.' }])
  })

  test.each<[string, Asked]>([
    ['what a machine rejects', { rules: rulesThatFind({ 'AC-2': 'fail' }) }],
    ['what was found before', { request: { known: [{ id: 'AC-1', result: 'pass', evidence: 'seen' }] } }],
    ['what it could not tell before', { request: { known: [{ id: 'AC-1', result: 'none', evidence: 'unsure' }] } }],
    ['what was waived', { request: { known: [{ id: 'AC-1', result: 'waived', evidence: 'why' }] } }],
    [
      'where the configuration says so',
      { request: { configuration: buildConfiguration({ agents: { reviewer: 'rules' } }) } },
    ],
    [
      'where the plan names a person',
      {
        request: {
          plan: buildPlan({
            tasks: [buildReviewRequest({ criteria }).task],
            checks: buildPlan({ tasks: [buildReviewRequest({ criteria }).task] }).checks.map((one) => ({
              ...one,
              reviewer: '@ada',
            })),
          }),
        },
      },
    ],
  ])('it isn’t asked of %s', async (_what, asked) => {
    const language = saying(buildModelReview())

    const answer = await reviewWith(language, { ...asked, request: { criteria, ...asked.request } })

    expect(language.asked).toEqual([])
    expect(answer.results.filter(({ id }) => id === 'AC-1')).toEqual([])
    expect(answer.receipt).toBeUndefined()
  })
})

describe('where it fails', () => {
  const failing = (kind: ModelFailure['kind']) =>
    createFakeLanguageModel(() => ({ failure: { kind, reason: `it met ${kind}` } }))

  test.each(['limit', 'refused', 'unusable', 'late'] as const)(
    'by %s, a person is asked, and told why',
    async (kind) => {
      const { results, waiting, receipt } = await reviewWith(failing(kind))

      expect(waiting).toMatchObject([
        { criterion: 'AC-1', for: 'person', why: expect.stringContaining(`it met ${kind}`) as unknown },
      ])
      expect(results).toMatchObject([{ result: 'none' }])
      expect(receipt?.questions).toHaveLength(1)
      expect(receipt).not.toHaveProperty('opinion')
    },
  )

  test('by an outage, it is tried again later', async () => {
    await expect(reviewWith(failing('outage'))).rejects.toMatchObject({ code: 'model_failed', retry: 'later' })
  })

  test('a name that no server has is told', async () => {
    const configuration = buildConfiguration({ agents: { model: 'model-1', reviewer_model: 'other' } })

    const { waiting } = await reviewWith(saying(buildModelReview()), { request: { configuration } })

    expect(waiting[0]?.why).toBe("the model `other` isn't among model-1")
  })
})

test('it is told the task, the criteria, what machines found and the diff, all of it as text of others', async () => {
  const language = saying(buildModelReview())
  const criteria = [
    buildCriterion({ id: 'AC-1', statement: 'It reads well', check_method: 'model_review' }),
    buildCriterion({ id: 'AC-2', statement: 'It is there', check_method: 'static_check' }),
  ]

  await reviewWith(language, { request: { criteria }, rules: rulesThatFind({ 'AC-2': 'pass' }) })

  const [question] = language.asked
  expect(question?.data.map(({ label }) => label)).toEqual([
    'task',
    'criteria that you judge',
    'criteria that machines judged',
    'files of the version',
    'diff of the version',
  ])
  const told = question?.data.map(({ text }) => text).join('\n')
  for (const part of [
    '- AC-1, blocker: It reads well',
    '- AC-2: pass: It is there\n  evidence: as found',
    'src/count.js',
    diff,
  ])
    expect(told).toContain(part)
  expect(question?.prompt.text).not.toContain('It reads well')
  expect(question?.owner).toEqual({ runId: 'review-1', repository: 'octo/widgets', issue: 7, task: 'T1' })
})

test('a model whose name looks like a person is named without that', async () => {
  await using opened = await openGateway(inOrder({ kind: 'answer', text: JSON.stringify(buildModelReview()) }), {
    models: [{ name: '@ada, @eve', provider: 'scripted', upstream: '@ada, @eve', price: { input: 1, output: 1 } }],
  })
  const models = { ...opened.models, models: ['@ada, @eve'] }

  const { receipt } = await reviewWith(createLanguageModel(models))

  expect(receipt?.opinion?.by).toBe('adaeve')
})
