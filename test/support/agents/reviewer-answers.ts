import type { Judgement, ModelReview } from '../../../src/adapters/agents/reviewer/review-answer-schema.ts'
import type { ReviewRequest } from '../../../src/application/ports/roles/reviewer.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildConfiguration,
  buildCriterion,
  buildPlan,
  buildTask,
} from '../builders.ts'
import { repository } from '../fakes/machine.ts'

/** What a version holds that reviewers look at. */
export const reviewedFiles: Readonly<Record<string, string>> = {
  'src/count.js': "export function count(text) {\n  if (text === '') return 0\n  return text.split('\\n').length\n}\n",
  'docs/count.md': '# count\n\nPrints how many lines there are.\n',
}

export const emptyQuote = { path: 'src/count.js', line: 2, text: "if (text === '') return 0" }

export function buildJudgement(given: Partial<Judgement> = {}): Judgement {
  return {
    id: 'AC-1',
    result: 'holds',
    reason: 'An empty text is counted as 0.',
    quotes: [{ ...emptyQuote }],
    ...given,
  }
}

export function buildModelReview(given: Partial<ModelReview> = {}): ModelReview {
  return { judgements: [buildJudgement()], score: 0.8, advice: [], doubts: [], ...given }
}

/** A review of a version with one criterion for a model, AC-1, and what else it is given. */
export function buildReviewRequest(given: Partial<ReviewRequest> = {}): ReviewRequest {
  const criteria = given.criteria ?? [
    buildCriterion({ id: 'AC-1', statement: '`count` of an empty text is 0', check_method: 'model_review' }),
  ]
  const task = buildTask({ acceptance_criteria: [...criteria] })
  return {
    reviewId: 'review-1',
    repository,
    plan: buildPlan({ tasks: [task] }),
    task,
    artifact: buildArtifact(task, { files: Object.keys(reviewedFiles).map((path) => buildArtifactFile({ path })) }),
    deliveredBefore: [],
    criteria,
    known: [],
    get workTree(): never {
      throw new Error('a model is given no work tree')
    },
    ci: [],
    configuration: buildConfiguration(),
    signal: new AbortController().signal,
    ...given,
  }
}
