import { createLanguageModel } from '../../src/adapters/agents/model/create-language-model.ts'
import { createModelReviewer } from '../../src/adapters/agents/reviewer/create-model-reviewer.ts'
import type { ModelGateway } from '../../src/application/ports/models/model-gateway.ts'
import type { Reviewer } from '../../src/application/ports/roles/reviewer.ts'
import { buildReviewRequest } from '../../test/support/agents/reviewer-answers.ts'
import { buildArtifact, buildArtifactFile, buildCriterion, buildPlan, buildTask } from '../../test/support/builders.ts'
import { createLocalRepository, widgets } from '../../test/support/local-repository.ts'
import { type EvalCase, plantDefect } from './eval-case.ts'

/** What the model reviewer made of one version of which it is known whether it is right. */
export interface JudgedVersion {
  name: string
  /** Of the mistake in it; null: it is right. */
  defect: string | null
  verdict: 'approved' | 'rejected' | 'left to people'
  tokens: number
  costUsd: number | null
}

/** Leaves every criterion to the model. */
const nothingByMachine: Reviewer = {
  name: 'rules',
  review: ({ criteria }) =>
    Promise.resolve({ results: [], waiting: criteria.map(({ id }) => ({ criterion: id, for: 'person' as const })) }),
}

/** The solution of a case, and it with each of its mistakes, before the reviewer as it is: real commits, its tools, its quotes looked up. */
export async function judgeVersions(one: EvalCase, models: ModelGateway): Promise<JudgedVersion[]> {
  await using repository = await createLocalRepository()
  const workspace = repository.workspace()
  const reviewer = createModelReviewer(nothingByMachine, createLanguageModel(models), workspace)
  const judged: JudgedVersion[] = []
  for (const defect of [null, ...one.defects]) {
    const base = await repository.commit(one.files)
    const commit = await repository.commit(defect === null ? one.solution : plantDefect(one, defect))
    const criteria = one.criteria.map((statement, at) =>
      buildCriterion({ id: `AC-${at + 1}`, statement, check_method: 'model_review' }),
    )
    const { title, body: description } = one.issue
    const task = buildTask({
      title,
      description,
      acceptance_criteria: criteria,
      scope: Object.keys(one.solution).join(', '),
    })
    const files = Object.keys(one.solution).map((path) => buildArtifactFile({ path, status: 'modified' }))
    const artifact = buildArtifact(task, { base_sha: base, commit_sha: commit, files })
    const plan = buildPlan({ tasks: [task] })
    const asked = buildReviewRequest({
      reviewId: `${one.name}-${commit.slice(0, 7)}`,
      repository: widgets,
      plan,
      task,
      artifact,
      criteria,
    })
    const { results, receipt } = await reviewer.review(asked)
    const found = criteria.map(({ id }) => results.find((result) => result.id === id)?.result ?? 'none')
    judged.push({
      name: one.name,
      defect: defect?.name ?? null,
      verdict: found.includes('fail') ? 'rejected' : found.includes('none') ? 'left to people' : 'approved',
      tokens: receipt?.tokens ?? 0,
      costUsd: receipt?.cost_usd ?? null,
    })
  }
  return judged
}
