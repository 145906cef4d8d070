import { getPattern, tuningPatterns, severityOfFinding } from '../../domain/tuning/patterns/catalogue.ts'
import type { SkillOpinion } from '../../domain/tuning/opinion/skill-opinion.ts'
import { dimensions, type SkillFinding, type TuningDimension } from '../../domain/tuning/patterns/pattern.ts'
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
export function renderSarif(
  findings: readonly SkillFinding[],
  prefix: string,
  version: string,
  opinion?: SkillOpinion,
): string {
  const opined = opinion?.kind === 'given' ? opinion.findings : []
  const by = opinion?.kind === 'given' ? opinion.by : ''
  const respects = dimensions.filter((one) => opined.some(({ dimension }) => dimension === one))
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
            rules: [
              ...used.map(({ id, title, cause, impact, remedy, dimension }) => ({
                id,
                name: id.replaceAll('-', ''),
                shortDescription: { text: title },
                fullDescription: { text: `${cause} ${impact}` },
                help: { text: remedy },
                properties: { tags: ['skill', dimension] },
              })),
              ...respects.map(describeRespect),
            ],
          },
        },
        results: [
          ...findings.map((finding) => ({
            ruleId: finding.pattern,
            ruleIndex: used.findIndex(({ id }) => id === finding.pattern),
            level: levels[severityOfFinding(finding)],
            rank: ranks[severityOfFinding(finding)],
            message: { text: `${finding.message} ${getPattern(finding.pattern).remedy}` },
            locations: [locateInFile(prefix, finding.path, finding.line)],
            relatedLocations: (finding.related ?? []).map(({ path, line }) => locateInFile(prefix, path, line)),
            partialFingerprints: { countersignIssue: issueIdOf(finding) },
          })),
          ...opined.map((one) => ({
            ruleId: `MODEL-${one.dimension}`,
            ruleIndex: used.length + respects.indexOf(one.dimension),
            // Whatever it says of itself: a word of a model fails nothing.
            level: 'note',
            rank: ranks.low,
            message: { text: `${by} says (${one.severity}): ${one.message} ${one.remedy}` },
            locations: [locateInFile(prefix, one.path, one.line)],
            partialFingerprints: { countersignIssue: one.id },
            properties: { tags: ['model'], by },
          })),
        ],
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function describeRespect(dimension: TuningDimension) {
  return {
    id: `MODEL-${dimension}`,
    name: `MODEL${dimension}`,
    shortDescription: { text: 'What a model found' },
    fullDescription: { text: 'By its own word: the lines are there, and no rule has judged what it says of them.' },
    help: { text: 'Read it, and judge for yourself.' },
    properties: { tags: ['skill', 'model', dimension] },
  }
}

function locateInFile(prefix: string, path: string, line: number) {
  const uri = `${prefix}${path}`.split('/').map(encodeURIComponent).join('/')
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: Math.max(1, line) } } }
}
