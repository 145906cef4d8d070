import type { Artifact } from '../domain/artifact.ts'
import type { Configuration } from '../domain/configuration.ts'
import type { GateEvent } from '../domain/gate/gate-event.ts'
import type { Plan } from '../domain/plan.ts'
import type { Task } from '../domain/task.ts'
import type { Validation } from '../domain/loop/validation.ts'
import { concludeTests } from './conclude-tests.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'
import { runTestCommands } from './run-test-commands.ts'

export interface VersionReview {
  repository: RepositoryRef
  plan: Plan
  task: Task
  artifact: Artifact
  reviewId: string
  /** Commands that still have to test it before it is judged. */
  tests: readonly string[]
  configuration: Configuration
  signal: AbortSignal
}

/**
 * One run of a CHECK: every criterion judged on an isolated checkout of exactly that commit. Tests that it lacks come
 * first, and where they fail nothing is judged. Throws where it is told to end: what was cut short shows nothing.
 */
export async function reviewVersion(ports: MachinePorts, review: VersionReview): Promise<GateEvent> {
  const { repository, task, artifact, configuration, signal } = review
  const validation = await testVersion(ports, review)
  signal.throwIfAborted()
  const reported = {
    kind: 'review_reported' as const,
    task: task.id,
    review_id: review.reviewId,
    validation,
    reviewer: ports.reviewer.name,
    deadline: ports.timeAfter(ports.now(), configuration.review.ci_timeout_minutes * 60_000),
  }
  if (validation?.passed === false) return { ...reported, results: [], waiting: [] }
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
    signal,
  })
  signal.throwIfAborted()
  return { ...reported, results: answer.results, waiting: answer.waiting }
}

/** In a checkout of its own: what tests leave there is not of the version. */
async function testVersion(
  ports: MachinePorts,
  { repository, artifact, tests, configuration, signal }: VersionReview,
): Promise<Validation | null> {
  if (tests.length === 0) return null
  const { base_sha: base, commit_sha: commit } = artifact
  const runTests = async () => {
    await using workTree = await ports.workspace.openWorkTree(repository, commit)
    // Awaited here: what fails while the work tree is being removed would have nobody to catch it.
    return await runTestCommands(workTree, tests, configuration, signal)
  }
  const tested = await runTests()
  const where = { repository, configuration, signal }
  return (await concludeTests(ports, where, { base, commit, tested })).validation
}
