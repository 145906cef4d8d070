import { getPattern, tuningPatterns, severityOfFinding } from '../patterns/catalogue.ts'
import type { SkillFinding, TuningDimension } from '../patterns/pattern.ts'
import { faultSeverities } from '../patterns/severity.ts'
import type { DocsDiagnosis, SkillDiagnosis } from '../state/tuning-state.ts'

/** The diagnosis of one dimension (spec 004 §2). `elapsedMs` is what finding took. */
export function diagnosisOf(
  wanted: readonly TuningDimension[],
  findings: readonly SkillFinding[],
  elapsedMs: number,
): SkillDiagnosis {
  const own = findings.filter(({ pattern }) => wanted.includes(getPattern(pattern).dimension))
  const matched = [...new Set(own.map(({ pattern }) => pattern))]
  const worst = faultSeverities.find((severity) => own.some((finding) => severityOfFinding(finding) === severity))
  return {
    status: 'completed',
    issues_found: own.length,
    severity: worst ?? 'none',
    execution_time_ms: elapsedMs,
    details: {
      patterns_checked: tuningPatterns.filter(({ dimension }) => wanted.includes(dimension)).map(({ id }) => id),
      patterns_matched: matched,
      evidence: own.map((finding) => ({
        file: finding.path,
        line: finding.line,
        pattern: finding.pattern,
        context: finding.evidence,
        severity: severityOfFinding(finding),
      })),
      recommendations: matched.map((id) => `${id}: ${getPattern(id).remedy}`),
    },
  }
}

/** That of documents, with what is there twice and what contradicts itself. */
export function docsDiagnosisOf(findings: readonly SkillFinding[], elapsedMs: number): DocsDiagnosis {
  const own = findings.filter(({ pattern }) => getPattern(pattern).dimension === 'docs')
  const filesOf = ({ path, related }: SkillFinding) => [...new Set([path, ...(related ?? []).map((one) => one.path)])]
  return {
    ...diagnosisOf(['docs'], findings, elapsedMs),
    redundancies: own
      .filter(({ pattern }) => pattern.startsWith('DOC-RED'))
      .map((finding) => ({
        id: finding.pattern,
        type: redundancyType(finding),
        files: filesOf(finding),
        description: finding.message,
        severity: severityOfFinding(finding) === 'medium' ? 'medium' : 'high',
        merge_suggestion: getPattern(finding.pattern).remedy,
      })),
    conflicts: own
      .filter(({ pattern }) => pattern.startsWith('DOC-CON'))
      .map((finding) => ({
        id: finding.pattern,
        type: finding.pattern === 'DOC-CON-002' ? 'mapping' : 'definition',
        files: filesOf(finding),
        key: finding.subject,
        definitions: [
          { file: finding.path, value: finding.evidence, location: `${finding.path}:${finding.line}` },
          ...(finding.related ?? []).map(({ path, line }) => ({
            file: path,
            value: finding.message,
            location: `${path}:${line}`,
          })),
        ],
        resolution_suggestion: getPattern(finding.pattern).remedy,
      })),
  }
}

function redundancyType({ pattern, subject }: SkillFinding): DocsDiagnosis['redundancies'][number]['type'] {
  if (pattern === 'DOC-RED-003') return 'type_definition'
  if (pattern === 'DOC-RED-002') return 'strategy_mapping'
  return /state/i.test(subject) ? 'state_schema' : 'other'
}
