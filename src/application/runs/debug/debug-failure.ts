import { judgeUndone, passedWhole } from '../../../domain/debug/judge-undone.ts'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import type { Suspect } from '../../../domain/debug/suspicion.ts'
import type { Hypothesis } from '../../../domain/records/loop/loop-state.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import type { AnalysisPlace } from '../../ports/roles/analyst.ts'
import { commandLimits } from '../tests/command-limits.ts'
import type { TestedCommand } from '../tests/test-findings.ts'
import { gatherAnalysis, type FailedVersion } from './gather-analysis.ts'
import { investigate } from './investigate.ts'
import { toTriedRun, tryUndone } from './try-undone.ts'

/** All that is undone and tried in one debugging takes at most so many times the deadline of a command. */
const deadlines = 3
/** With the failed command's own second run before. */
export const debuggingDeadlines = deadlines + 1

export interface DebuggedFailure extends Pick<FailedVersion, 'base' | 'commit' | 'inputs' | 'commits'> {
  failed: TestedCommand
}

export interface Debugged {
  /** With their verdicts; the likeliest first. */
  hypotheses: Hypothesis[]
  /** What was found to be to blame, or the likeliest that was not found innocent; chance where the same files passed. */
  suspect: Suspect | null
  /** Tests by full name that failed, and passed on the same files when the command ran once more. */
  flaky: readonly string[] | 'all'
  /** What was asked of models for it. */
  models: ModelReceipt[]
}

/** Why a test command failed: suspicions of the analyst, each looked into (spec 002 §4). */
export async function debugFailure(
  { workspace, analyst, now }: Pick<MachinePorts, 'workspace' | 'analyst' | 'now'>,
  where: Omit<AnalysisPlace, 'commit'>,
  { base, commit, inputs, commits, failed: { command, outcome } }: DebuggedFailure,
): Promise<Debugged> {
  const { repository, configuration, signal } = where
  const limits = commandLimits(configuration.run, signal)
  const lab = { workspace, repository, command, limits, reports: configuration.run.test_reports }
  const failed = toTriedRun(outcome)
  const again = await tryUndone(lab, commit, null)
  if (again.kind !== 'ran') return { hypotheses: [], suspect: null, flaky: [], models: [] }
  const request = await gatherAnalysis(lab, {
    base,
    commit,
    inputs,
    commits,
    reruns: [{ passed: passedWhole(again.run) }],
    run: {
      command,
      exitCode: failed.exitCode,
      timedOut: failed.timedOut,
      output: failed.output,
      report: failed.report,
    },
  })
  const { suspicions, receipts = [] } = await analyst.analyse(request, { ...where, commit })
  const { hypotheses, confirmed, ended } = await investigate({
    lab,
    commit,
    base,
    failed,
    again: again.run,
    suspicions,
    deadlineMs: deadlines * limits.timeoutMs,
    now: () => Date.parse(now()),
  })
  if (ended === 'flaky') return { hypotheses, suspect: { kind: 'flaky' }, flaky: 'all', models: receipts }
  const inOrder = suspicions.toSorted((one, other) => one.likelihood - other.likelihood)
  const left = inOrder.find((_, index) => hypotheses[index]?.status !== 'rejected')
  return {
    hypotheses,
    suspect: confirmed?.suspect ?? left?.suspect ?? null,
    flaky: judgeUndone(failed, again.run).passed,
    models: receipts,
  }
}
