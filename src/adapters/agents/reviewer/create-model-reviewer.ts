import pkg from '../../../../package.json' with { type: 'json' }
import { CountersignFault } from '../../../application/fault.ts'
import { ModelOutage } from '../../../application/model-outage.ts'
import type { LanguageModel, ModelFailure } from '../../../application/ports/models/language-model.ts'
import type { ReviewAnswer, Reviewer, ReviewRequest } from '../../../application/ports/roles/reviewer.ts'
import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import type { Workspace } from '../../../application/ports/roles/workspace.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import { reviewerLogin } from '../../../domain/plan/check-reviewer.ts'
import type { Receipt } from '../../../domain/records/execution-record.ts'
import type { ModelUse } from '../../../domain/models/model-use.ts'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import type { CriterionResult } from '../../../domain/records/review.ts'
import { loadPrompt } from '../prompts/load-prompt.ts'
import { checkJudgements } from './check-quotes.ts'
import { type Judgement, type ModelReview, ReviewAnswerSchema } from './review-answer-schema.ts'
import { tellVersion } from './tell-version.ts'
import { recordText } from '../../../domain/language/message.ts'

const prompt = loadPrompt('review-version')

/**
 * Lets `rules` judge what a machine can, and a model criteria of the kind `model_review`. It is asked anew for each version,
 * is told nothing that an agent said, and its quotes are looked up; what it can't show or tell waits for a person.
 */
export function createModelReviewer(
  rules: Reviewer,
  language: LanguageModel,
  workspace: Pick<Workspace, 'openReader' | 'readDiff'>,
): Reviewer {
  return {
    ...rules,
    async review(request) {
      const machines = await rules.review(request)
      const asked = findAsked(request, machines)
      if (asked.length === 0) return machines
      const judged = await judge(request, { language, workspace }, { machines, asked })
      const isAsked = new Set(asked.map(({ id }) => id))
      return {
        results: [...machines.results, ...judged.results],
        waiting: [...machines.waiting.filter(({ criterion }) => !isAsked.has(criterion)), ...judged.waiting],
        ...(judged.receipt === undefined ? {} : { receipt: judged.receipt }),
      }
    },
  }
}

/** What a machine rejects costs no model; what was found, or left open, is not asked again; and a person who is named judges. */
function findAsked(
  { criteria, known, plan, task, configuration }: ReviewRequest,
  { results }: ReviewAnswer,
): AcceptanceCriterion[] {
  if (configuration.agents.reviewer === 'rules') return []
  const named = plan.checks.find((check) => check.review_target_task_id === task.task_id)?.reviewer
  if (named !== undefined && reviewerLogin(named) !== undefined) return []
  const failed = new Set(results.flatMap(({ id, result }) => (result === 'fail' ? [id] : [])))
  if (criteria.some(({ id, severity }) => severity !== 'minor' && failed.has(id))) return []
  const isKnown = new Set(known.map(({ id }) => id))
  return criteria.filter(({ id, check_method: method }) => method === 'model_review' && !isKnown.has(id))
}

interface AskedCriteria {
  machines: ReviewAnswer
  asked: readonly AcceptanceCriterion[]
}

async function judge(
  request: ReviewRequest,
  { language, workspace }: { language: LanguageModel; workspace: Pick<Workspace, 'openReader' | 'readDiff'> },
  { machines, asked }: AskedCriteria,
): Promise<ReviewAnswer> {
  const { artifact, configuration, plan, repository, reviewId, signal, task } = request
  const { agents, run } = configuration
  const model = agents.reviewer_model ?? agents.model ?? null
  const ids = asked.map(({ id }) => id)
  const lack = language.findLack(model)
  if (lack !== undefined) return leaveOpen(ids, recordText('the model {lack}', { lack }))
  const { base_sha: base, commit_sha: commit } = artifact
  const reader = await workspace.openReader(repository, commit)
  const diff = await workspace.readDiff(repository, base, commit, agents.context_tokens * 4)
  let last: { review: ModelReview; problems: readonly string[] } | undefined
  const answer = await language.ask({
    owner: { runId: reviewId, repository: repository.key, issue: plan.source.issue_number, task: task.id },
    role: 'reviewer',
    prompt,
    data: tellVersion(request, { asked, machines, diff }),
    schema: ReviewAnswerSchema,
    async check(review) {
      const faults = await checkJudgements(review, ids, reader)
      const problems = [...faults].flatMap(([id, found]) => found.map((fault) => `${id}: ${fault}`))
      last = { review, problems }
      return problems
    },
    repository: reader,
    model,
    maxTurns: agents.max_turns,
    timeoutMs: Math.min(run.timeout_minutes * 60_000, 2 ** 31 - 1),
    signal,
  })
  signal.throwIfAborted()
  const receipt = fillReviewReceipt(request, answer.receipt)
  // Told once that a quote isn't there, it has said so again: that judgement is void, the others stand for themselves.
  const review =
    answer.kind === 'answered' ? answer.value : answer.failure.kind === 'unusable' ? last?.review : undefined
  if (review === undefined && answer.kind === 'failed')
    return { ...leaveOpen(ids, tellFailure(answer.failure, answer.receipt.use, receipt)), receipt }
  if (review === undefined) throw new Error('a model answered nothing')
  const by = nameModel(answer.receipt)
  const opinion = { by, artifact_id: artifact.artifact_id, ...opinionOf(review, machines) }
  return { ...(await takeJudgements(review, ids, reader, by)), receipt: { ...receipt, opinion } }
}

/** It stands beside names of people: nothing in it may be taken for one. */
function nameModel({ use, model }: ModelReceipt): string {
  const names = use.models.length > 0 ? use.models : [model]
  return names.map((name) => name.replaceAll(/[^\w.:/-]/g, '').slice(0, 80)).join(' and ')
}

async function takeJudgements(
  review: ModelReview,
  ids: readonly string[],
  reader: RepositoryReader,
  by: string,
): Promise<Pick<ReviewAnswer, 'results' | 'waiting'>> {
  const faults = await checkJudgements(review, ids, reader)
  const taken = ids.map((id): { result: CriterionResult; why?: string } => {
    const judgement = review.judgements.find((one) => one.id === id)
    const [fault] = faults.get(id) ?? []
    if (judgement === undefined || fault !== undefined)
      return leave(
        id,
        recordText("{who} can't be taken at its word: {why}", {
          who: by,
          why: fault ?? recordText('it was not judged'),
        }),
      )
    if (judgement.result === 'cannot_tell')
      return leave(id, recordText("{who} can't tell: {why}", { who: by, why: judgement.reason }))
    return { result: { id, result: judgement.result === 'holds' ? 'pass' : 'fail', evidence: showEvidence(judgement) } }
  })
  return {
    results: taken.map(({ result }) => result),
    waiting: taken.flatMap(({ result, why }) =>
      why === undefined ? [] : [{ criterion: result.id, for: 'person' as const, why }],
    ),
  }
}

function leave(id: string, why: string): { result: CriterionResult; why: string } {
  return { result: { id, result: 'none', evidence: why }, why }
}

function leaveOpen(ids: readonly string[], why: string): Pick<ReviewAnswer, 'results' | 'waiting'> {
  const left = ids.map((id) => leave(id, why))
  return {
    results: left.map(({ result }) => result),
    waiting: ids.map((id) => ({ criterion: id, for: 'person', why })),
  }
}

/** `Empty input is not handled.`, and below it each place, `src/count.js:3: return text.length`. */
function showEvidence({ reason, quotes, missing, result }: Judgement): string {
  const places = quotes.map(({ path, line, text }) => `${path}:${line}: ${text.trim()}`)
  const absent =
    result === 'fails' && missing !== undefined ? [recordText('{path} is not there', { path: missing })] : []
  return [reason, ...absent, ...places].join('\n')
}

/** Doubts are about what a machine found to hold, and nothing else. */
function opinionOf({ score, advice, doubts }: ModelReview, { results }: ReviewAnswer) {
  const passed = new Set(results.flatMap(({ id, result }) => (result === 'pass' ? [id] : [])))
  return { score, advice, doubts: doubts.filter(({ id }) => passed.has(id)) }
}

/** An outage is tried again by who runs it; all else waits for a person, who may judge, or mend it and say `/retry`. */
function tellFailure({ kind, reason }: ModelFailure, use: ModelUse, receipt: Receipt): string {
  switch (kind) {
    case 'outage':
      throw new ModelOutage(reason, use, receipt)
    case 'ended':
      throw new CountersignFault('told_to_end', 'the review was ended', reason)
    case 'limit':
    case 'refused':
      return recordText('no model was asked to the end: {reason}', { reason })
    case 'unusable':
    case 'late':
      return recordText('the model gave no review that can be taken: {reason}', { reason })
  }
}

function fillReviewReceipt({ reviewId, task }: ReviewRequest, question: ModelReceipt): Receipt {
  const { use, duration_ms, question_sha256, answer_sha256 } = question
  return {
    run_id: reviewId,
    task: task.id,
    executor: 'model',
    version: pkg.version,
    arguments_sha256: question_sha256,
    exit_code: null,
    duration_ms,
    tokens: use.tokens.input + use.tokens.output,
    cost_usd: use.cost_usd,
    outcome: 'reviewed',
    output_sha256: answer_sha256,
    questions: [question],
  }
}
