import type { Artifact } from '../../../domain/records/artifact.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { NewInBase } from '../../../domain/debug/find-new-in-base.ts'
import type { GateEvent } from '../../../domain/gate/draft/gate-event.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { CriterionResult } from '../../../domain/records/review.ts'
import type { Task } from '../../../domain/plan/task.ts'
import type { Validation } from '../../../domain/records/loop/validation.ts'
import { criteriaOf } from '../../../domain/gate/draft/version-criteria.ts'
import { concludeTests } from './conclude-tests.ts'
import { readBeforeVersion } from './read-before.ts'
import { findJudges } from './find-judges.ts'
import type { MachinePorts, RecordPorts } from '../../ports/machine-ports.ts'
import { onceDone } from '../../attempts/once-done.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import { runTestCommands } from '../tests/run-test-commands.ts'
import type { TestedCommand } from '../tests/test-findings.ts'

export interface VersionReview {
  repository: RepositoryRef
  plan: Plan
  task: Task
  artifact: Artifact
  /** Paths of its approved earlier versions. */
  deliveredBefore: readonly string[]
  /** What was found of it before. */
  known: readonly CriterionResult[]
  reviewId: string
  /** Commands that still have to test it before it is judged. */
  tests: readonly string[]
  newInBase: NewInBase
  configuration: Configuration
  signal: AbortSignal
}

/** Tries of one review; each begins where the one before met its fault. */
export interface OpenReview {
  look: () => Promise<GateEvent>
  /** What its tests came to, as far as they ran. */
  tested: () => Validation | null
}

/**
 * One run of a CHECK: every criterion judged on an isolated checkout of exactly that commit. Tests that it lacks come
 * first, and where they fail nothing is judged. They run once, however often CI can't be read. A try throws where it is
 * cancelled: what was cut short shows nothing.
 */
export function openReview(
  ports: RecordPorts & Pick<MachinePorts, 'people' | 'ci' | 'workspace' | 'reviewer' | 'analyst' | 'timeAfter' | 'log'>,
  review: VersionReview,
): OpenReview {
  let tested: Validation | null = null
  const runTests = onceDone(() => testCheckout(ports, review))
  const conclude = onceDone(async () => (tested = await concludeVersion(ports, review, await runTests())))
  return {
    tested: () => tested,
    async look() {
      const validation = review.tests.length === 0 ? null : await conclude()
      review.signal.throwIfAborted()
      return judgeVersion(ports, review, validation)
    },
  }
}

async function judgeVersion(
  ports: Pick<MachinePorts, 'people' | 'ci' | 'workspace' | 'reviewer' | 'now' | 'timeAfter' | 'log'>,
  { repository, plan, task, artifact, deliveredBefore, known, reviewId, configuration, signal }: VersionReview,
  validation: Validation | null,
): Promise<GateEvent> {
  const reported = {
    kind: 'review_reported' as const,
    task: task.id,
    review_id: reviewId,
    validation,
    reviewer: ports.reviewer.name,
    deadline: ports.timeAfter(ports.now(), configuration.review.ci_timeout_minutes * 60_000),
  }
  if (validation?.passed === false) return { ...reported, results: [], waiting: [] }
  await using workTree = await ports.workspace.openWorkTree(repository, artifact.commit_sha)
  const needsCi = task.acceptance_criteria.some((criterion) => criterion.check_method === 'ci_check')
  const ci = needsCi ? await ports.ci.readResults(repository, artifact.commit_sha) : []
  const criteria = criteriaOf(task, artifact)
  const answer = await ports.reviewer.review({
    reviewId,
    repository,
    plan,
    task,
    artifact,
    deliveredBefore,
    criteria,
    known,
    workTree,
    readBefore: readBeforeVersion(ports.workspace, workTree, repository, artifact),
    ci,
    configuration,
    signal,
  })
  signal.throwIfAborted()
  const { results, waiting, receipt } = answer
  const isForPeople = waiting.some((one) => one.for === 'person')
  const judges = isForPeople
    ? await findJudges(ports, repository, configuration, artifact, (path) => workTree.readFile(path))
    : undefined
  return {
    ...reported,
    results,
    waiting,
    ...(receipt === undefined ? {} : { receipt }),
    ...(judges === undefined ? {} : { judges }),
  }
}

/** In a checkout of its own: what tests leave there is not of the version. */
async function testCheckout(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  { repository, artifact, tests, configuration, signal }: VersionReview,
): Promise<TestedCommand[]> {
  await using workTree = await workspace.openWorkTree(repository, artifact.commit_sha)
  // Awaited here: what fails while the work tree is being removed would have nobody to catch it.
  return await runTestCommands(workTree, tests, configuration, signal)
}

async function concludeVersion(
  ports: RecordPorts & Pick<MachinePorts, 'workspace' | 'analyst'>,
  review: VersionReview,
  tested: TestedCommand[],
): Promise<Validation> {
  const { artifact, newInBase, plan, reviewId, task } = review
  const { base_sha: base, commit_sha: commit } = artifact
  const where = { ...review, owner: { runId: reviewId, issue: plan.source.issue_number, task: task.id } }
  return (await concludeTests(ports, where, { base, commit, tested, newInBase })).validation
}
