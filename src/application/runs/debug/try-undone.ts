import type { TriedRun } from '../../../domain/debug/judge-undone.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { CommandLimits, TestOutcome, Workspace, WorkTree } from '../../ports/roles/workspace.ts'

/** Where and how the failed command is run again. */
export interface Laboratory {
  workspace: Pick<Workspace, 'openWorkTree' | 'readDiff'>
  repository: RepositoryRef
  command: string
  limits: CommandLimits
  /** Globs of report files (`run.test_reports`). */
  reports: readonly string[]
}

export type Attempt = { kind: 'ran'; run: TriedRun } | { kind: 'not_undone'; reason: string } | { kind: 'aborted' }

/** The command in a fresh work tree at `commit`, with `patch` applied before where there is one. */
export async function tryUndone(
  lab: Laboratory,
  commit: string,
  patch: string | null,
  limits = lab.limits,
): Promise<Attempt> {
  await using workTree: WorkTree = await lab.workspace.openWorkTree(lab.repository, commit)
  if (patch !== null) {
    const applied = await workTree.applyDiff(patch)
    if (!applied.ok) return { kind: 'not_undone', reason: applied.reason }
  }
  if (limits.signal.aborted) return { kind: 'aborted' }
  const outcome = await workTree.runTests(lab.command, limits, lab.reports)
  return outcome.aborted ? { kind: 'aborted' } : { kind: 'ran', run: toTriedRun(outcome) }
}

/** What counts of a test command's end, when it is compared with another one's. */
export function toTriedRun({ exitCode, timedOut, output, tests }: TestOutcome): TriedRun {
  const common = { exitCode, timedOut, output }
  switch (tests.kind) {
    case 'none':
      return { ...common, report: null }
    case 'unreadable':
      return { ...common, report: null, unreadable: tests.message }
    case 'read':
      return { ...common, report: tests.report }
  }
}
