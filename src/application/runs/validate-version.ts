import { sameContent } from '../../domain/records/artifact.ts'
import { findNewInBase, nothingNew } from '../../domain/debug/find-new-in-base.ts'
import { isFlaky, nameCause } from '../../domain/records/loop/analysis.ts'
import { findValidation, isNoProgress } from '../../domain/loop/record-validation.ts'
import type { TestFindings, Validation } from '../../domain/records/loop/validation.ts'
import type { Task } from '../../domain/plan/task.ts'
import type { Work } from '../../domain/records/work.ts'
import { concludeTests, type TestedCommit, type TestsPlace } from './review/conclude-tests.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { WorkTreeFile } from '../ports/roles/workspace.ts'
import { type TaskRun, versionsOf } from './task-run.ts'
import { findingsOf, type TestedCommand } from './tests/test-findings.ts'
import { recordText } from '../../domain/language/message.ts'

/** Bytes that failed the same tests before. */
interface Standstill {
  reason: string
  artifact_id: string
  findings: TestFindings
}

/** The same bytes fail the same tests once more: another run would come to the same (spec 002 §4). */
export function findStandstill(
  run: TaskRun,
  files: readonly WorkTreeFile[],
  tested: readonly TestedCommand[],
): Standstill | null {
  const { execution } = run.work
  const before = execution === null ? undefined : findValidation(execution, run.task.id)
  const version = versionsOf(run).find((one) => one.artifact_id === before?.artifact_id)
  if (before === undefined || version === undefined || !sameContent(version, { files: [...files] })) return null
  const findings = findingsOf(tested)
  if (findings.passed) return null
  const now = { treeSha: before.tree_sha, failedTests: findings.failed_tests }
  if (!isNoProgress(before, now)) return null
  const analysis = run.work.execution?.analyses.find((one) => one.analysis_id === before.analysis_id)
  // The same files were tested: what stood in the commit then does now.
  const standing = new Set(before.places.map(({ path }) => path))
  const places = findings.places.filter(({ path }) => standing.has(path))
  const found = { artifact_id: version.artifact_id, findings: { ...findings, places } }
  if (analysis !== undefined && isFlaky(analysis))
    return {
      ...found,
      reason: recordText(
        'its tests are flaky, `/retry {task}` runs them again: on the bytes of version {n} they failed, passed and failed: {summary}',
        { task: run.task.id, n: version.version, summary: findings.summary },
      ),
    }
  const cause = nameCause(analysis?.hypotheses ?? [])
  const told = { n: version.version, summary: findings.summary }
  return {
    ...found,
    reason:
      cause === undefined
        ? recordText(
            'no progress: the run made the same bytes as version {n}, and the same tests fail: {summary}',
            told,
          )
        : recordText(
            'no progress: the run made the same bytes as version {n}, and the same tests fail (cause found: {cause}): {summary}',
            { ...told, cause },
          ),
  }
}

/** The task's own tests on its version, before its CHECK; where they fail, why (spec 002 §4). */
export async function validateVersion(
  ports: Pick<MachinePorts, 'workspace' | 'analyst' | 'now' | 'newId'>,
  run: TestsPlace & { task: Pick<Task, 'id'>; work: Pick<Work, 'execution'> },
  version: Omit<TestedCommit, 'newInBase'>,
): Promise<Validation | null> {
  if (version.tested.length === 0) return null
  const { execution } = run.work
  const newInBase = execution === null ? nothingNew : findNewInBase(execution, run.task.id)
  return (await concludeTests(ports, run, { ...version, newInBase })).validation
}
