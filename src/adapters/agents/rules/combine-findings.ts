import { fail, type Finding, pass } from './finding.ts'

/** What was found of several files, each of which must pass. */
export function allOf(findings: readonly Finding[]): Finding {
  const waiting = findings.find((finding) => finding.kind === 'waits')
  const failed = findings.flatMap(evidenceOf('fail'))
  if (failed.length > 0) return fail(shorten(failed))

  return waiting ?? pass(shorten(findings.flatMap(evidenceOf('pass'))))
}

/** What was found of several files, one of which must pass. */
export function anyOf(findings: readonly Finding[]): Finding {
  const passed = findings.flatMap(evidenceOf('pass'))
  if (passed.length > 0) return pass(shorten(passed))
  const waiting = findings.find((finding) => finding.kind === 'waits')

  return waiting ?? fail(shorten(findings.flatMap(evidenceOf('fail'))))
}

function evidenceOf(result: 'pass' | 'fail'): (finding: Finding) => string[] {
  return (finding) => (finding.kind === 'judged' && finding.result === result ? [finding.evidence] : [])
}

export function shorten(evidence: readonly string[]): string {
  const rest = evidence.length - 5
  return [...evidence.slice(0, 5), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}
