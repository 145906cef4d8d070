import { fail, type CriterionFinding, pass } from './finding.ts'
import { recordText } from '../../../domain/language/message.ts'

/** What was found of several files, each of which must pass. */
export function allFindings(findings: readonly CriterionFinding[]): CriterionFinding {
  const waiting = findings.find((finding) => finding.kind === 'waits')
  const failed = findings.flatMap(evidenceOf('fail'))
  if (failed.length > 0) return fail(shortenEvidence(failed))

  return waiting ?? pass(shortenEvidence(findings.flatMap(evidenceOf('pass'))))
}

/** What was found of several files, one of which must pass. */
export function anyFinding(findings: readonly CriterionFinding[]): CriterionFinding {
  const passed = findings.flatMap(evidenceOf('pass'))
  if (passed.length > 0) return pass(shortenEvidence(passed))
  const waiting = findings.find((finding) => finding.kind === 'waits')

  return waiting ?? fail(shortenEvidence(findings.flatMap(evidenceOf('fail'))))
}

function evidenceOf(result: 'pass' | 'fail'): (finding: CriterionFinding) => string[] {
  return (finding) => (finding.kind === 'judged' && finding.result === result ? [finding.evidence] : [])
}

export function shortenEvidence(evidence: readonly string[]): string {
  const rest = evidence.length - 5
  return [...evidence.slice(0, 5), ...(rest > 0 ? [recordText('and {n} more', { n: rest })] : [])].join('\n')
}
