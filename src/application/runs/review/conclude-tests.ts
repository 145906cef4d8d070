import type { Suspect } from '../../../domain/debug/suspicion.ts'
import type { NewInBase } from '../../../domain/debug/find-new-in-base.ts'
import type { TestFindings, Validation } from '../../../domain/records/loop/validation.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import { type Debugged, debugFailure } from '../debug/debug-failure.ts'
import { judgeTestRun } from '../tests/judge-test-run.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import type { TestOwner } from '../../ports/roles/analyst.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import { findingsOf, isWaived, noteChance, type TestedCommand } from '../tests/test-findings.ts'

export interface TestedCommit {
  /** What `commit` is a change against. */
  base: string
  commit: string
  tested: readonly TestedCommand[]
  newInBase: NewInBase
  /** Tests that a person waived: nobody looks for their cause. */
  waived?: ReadonlySet<string>
}

export interface TestsPlace {
  repository: RepositoryRef
  configuration: Configuration
  owner: TestOwner
  signal: AbortSignal
}

/** What the tests of a commit came to; where they failed, why, and which passed when they ran once more. */
export async function concludeTests(
  ports: Pick<MachinePorts, 'workspace' | 'analyst' | 'now' | 'newId'>,
  where: TestsPlace,
  { base, commit, tested, newInBase, waived = new Set() }: TestedCommit,
): Promise<{ validation: Validation; suspect: Suspect | null }> {
  const findings = findingsOf(tested)
  const failed = tested.find((one) => !judgeTestRun(one.outcome).passed && !isWaived(one, waived))
  const debugged =
    failed === undefined || where.signal.aborted
      ? null
      : await debugFailure(ports, where, { base, commit, failed, ...newInBase })
  const suspect = debugged?.suspect ?? null
  const validation = {
    ...noteChance(findings, suspect),
    places: await findCommittedPlaces(ports, where.repository, commit, findings.places),
    flaky_tests: debugged === null ? [] : flakyOf(findings, debugged),
    hypotheses: debugged?.hypotheses ?? [],
    ...(debugged === null || debugged.models.length === 0 ? {} : { models: debugged.models }),
    validation_id: ports.newId(),
    analysis_id: ports.newId(),
  }
  return { validation, suspect }
}

function flakyOf({ failed_tests: failed }: TestFindings, { flaky }: Debugged): string[] {
  return flaky === 'all' ? failed : failed.filter((name) => flaky.includes(name))
}

/** A test may write files and name them; only what is in the commit can be shown there. */
async function findCommittedPlaces(
  { workspace }: Pick<MachinePorts, 'workspace'>,
  repository: RepositoryRef,
  commit: string,
  places: TestFindings['places'],
): Promise<TestFindings['places']> {
  if (places.length === 0) return []
  await using workTree = await workspace.openWorkTree(repository, commit)
  const standing = new Set<string>()
  for (const path of new Set(places.map((one) => one.path)))
    if ((await workTree.readFile(path)) !== undefined) standing.add(path)
  return places.filter(({ path }) => standing.has(path))
}
