import { getPattern, tuningPatterns, severityOfFinding } from '../../domain/tuning/patterns/catalogue.ts'
import type { SkillFinding } from '../../domain/tuning/patterns/pattern.ts'
import { issueIdOf } from '../../domain/tuning/judge/issues.ts'
import type { FaultSeverity } from '../../domain/tuning/patterns/severity.ts'

const levels: Record<FaultSeverity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
}
/** GitHub sorts by it where a rule is about security, and shows it else. */
const ranks: Record<FaultSeverity, number> = { critical: 95, high: 75, medium: 50, low: 20 }

/** SARIF 2.1.0 as GitHub's code scanning takes it. `prefix` is the skill's folder in the repository, with a slash, or empty. */
export function renderSarif(findings: readonly SkillFinding[], prefix: string, version: string): string {
  const used = tuningPatterns.filter(({ id }) => findings.some(({ pattern }) => pattern === id))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'countersign tune',
            semanticVersion: version,
            rules: used.map(({ id, title, cause, impact, remedy, dimension }) => ({
              id,
              name: id.replaceAll('-', ''),
              shortDescription: { text: title },
              fullDescription: { text: `${cause} ${impact}` },
              help: { text: remedy },
              properties: { tags: ['skill', dimension] },
            })),
          },
        },
        results: findings.map((finding) => ({
          ruleId: finding.pattern,
          ruleIndex: used.findIndex(({ id }) => id === finding.pattern),
          level: levels[severityOfFinding(finding)],
          rank: ranks[severityOfFinding(finding)],
          message: { text: `${finding.message} ${getPattern(finding.pattern).remedy}` },
          locations: [locateInFile(prefix, finding.path, finding.line)],
          relatedLocations: (finding.related ?? []).map(({ path, line }) => locateInFile(prefix, path, line)),
          partialFingerprints: { countersignIssue: issueIdOf(finding) },
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function locateInFile(prefix: string, path: string, line: number) {
  const uri = `${prefix}${path}`.split('/').map(encodeURIComponent).join('/')
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: Math.max(1, line) } } }
}
