import type { Artifact } from '../domain/artifact.ts'
import type { Configuration } from '../domain/configuration.ts'
import type { GateEvent } from '../domain/gate/gate-event.ts'
import type { Plan } from '../domain/plan.ts'
import type { Task } from '../domain/task.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'

export interface VersionReview {
  repository: RepositoryRef
  plan: Plan
  task: Task
  artifact: Artifact
  reviewId: string
  configuration: Configuration
  signal: AbortSignal
}

/** One run of a CHECK: every criterion judged on an isolated checkout of exactly that commit. */
export async function reviewVersion(ports: MachinePorts, review: VersionReview): Promise<GateEvent> {
  const { repository, task, artifact, configuration } = review
  await using workTree = await ports.workspace.openWorkTree(repository, artifact.commit_sha)
  const needsCi = task.acceptance_criteria.some((criterion) => criterion.check_method === 'ci_check')
  const ci = needsCi ? await ports.ci.readResults(repository, artifact.commit_sha) : []
  const answer = await ports.reviewer.review({
    plan: review.plan,
    task,
    artifact,
    criteria: task.acceptance_criteria,
    workTree,
    ci,
    configuration,
    signal: review.signal,
  })
  return {
    kind: 'review_reported',
    task: task.id,
    review_id: review.reviewId,
    results: answer.results,
    waiting: answer.waiting,
    reviewer: ports.reviewer.name,
    deadline: ports.timeAfter(ports.now(), configuration.review.ci_timeout_minutes * 60_000),
  }
}
