import type { TuningState } from './tuning-state.ts'

/** The files of spec 004 that lie beside `state.json` in the work folder, by name. */
export function listTuningFiles(state: TuningState): Map<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const files = new Map<string, string>()
  if (state.final_report !== null) files.set('tuning-report.md', state.final_report)
  files.set('proposed-fixes.json', json(state.proposed_fixes))
  if (state.requirement_analysis !== null) files.set('requirement-analysis.json', json(state.requirement_analysis))
  for (const [key, diagnosis] of Object.entries(state.diagnosis)) {
    if (diagnosis !== null) files.set(`diagnosis/${key.replaceAll('_', '-')}-diagnosis.json`, json(diagnosis))
  }
  return files
}
