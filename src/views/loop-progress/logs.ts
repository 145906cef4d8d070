import type { Artifact } from '../../domain/records/artifact.ts'
import type { Analysis } from '../../domain/records/loop/analysis.ts'

/** `changes.log`: one line of JSON for each file of each version, in the order they were made (spec 002 §6). */
export function renderChangesLog(artifacts: readonly Artifact[]): string {
  return renderLines(
    artifacts.flatMap((artifact) =>
      artifact.files.map((file) => ({
        at: artifact.created_at,
        task: artifact.task,
        version: artifact.version,
        artifact_id: artifact.artifact_id,
        path: file.path,
        change: file.status,
        ...(file.previous_path === null ? {} : { previous_path: file.previous_path }),
        sha256: file.sha256,
        size: file.size,
        by: artifact.by.kind === 'person' ? `@${artifact.by.login}` : artifact.by.name,
      })),
    ),
  )
}

/**
 * `debug.log`: one line of JSON for each analysis, and one for each of its hypotheses with the verdict (spec 002 §6). Of those
 * that the record no longer has, the first line says how many there were: the file's history has them.
 */
export function renderDebugLog(analyses: readonly Analysis[], leftOut: number): string {
  return renderLines([
    ...(leftOut === 0 ? [] : [{ kind: 'left_out', analyses: leftOut, where: 'in the history of this file' }]),
    ...analyses.flatMap(({ analysis_id, iteration, task, at, failing_tests, hypotheses }) => [
      { at, kind: 'analysis', analysis_id, iteration, task, failing_tests, hypotheses: hypotheses.length },
      ...hypotheses.map((one) => ({
        at,
        kind: 'verdict',
        analysis_id,
        hypothesis: one.id,
        verdict: one.status,
        why: one.verdict_reason,
        likelihood: one.likelihood,
        description: one.description,
        testable_condition: one.testable_condition,
        logging_point: one.logging_point,
        evidence: one.evidence,
      })),
    ]),
  ])
}

function renderLines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
