import { sha256Hex } from '../../text/sha256.ts'
import { getPattern, severityOfFinding } from '../patterns/catalogue.ts'
import type { SkillFinding, TuningDimension } from '../patterns/pattern.ts'
import { faultSeverities, weighFault } from '../patterns/severity.ts'
import type { Skill } from '../read/skill.ts'
import type { TuningIssue } from '../state/tuning-state.ts'

/** Spec 004 has five kinds of issues: documents that contradict break the flow of data, what is there twice costs tokens. */
const typeOf: Record<TuningDimension, TuningIssue['type']> = {
  context: 'context_explosion',
  memory: 'memory_loss',
  dataflow: 'dataflow_break',
  agent: 'agent_failure',
  docs: 'dataflow_break',
  token_consumption: 'token_consumption',
  authoring: 'token_consumption',
}

/** The same for the same finding, wherever it moves to in its file: of pattern, file and subject. */
export function issueIdOf({ pattern, path, subject }: SkillFinding): string {
  return `ISS-${pattern}-${sha256Hex(JSON.stringify([pattern, path, subject])).slice(0, 8)}`
}

/** Issues of findings (spec 004 §3), the first by severity, then by what their kind is mended after. */
export function issuesOfFindings(skill: Skill, findings: readonly SkillFinding[]): TuningIssue[] {
  const sorted = findings.toSorted((a, b) => rankOf(a) - rankOf(b))
  const byFile = Map.groupBy(sorted, ({ path }) => path)
  return sorted.map((finding, index) => {
    const pattern = getPattern(finding.pattern)
    const isPhase = skill.phases.some(({ path }) => path === finding.path)
    const others = (byFile.get(finding.path) ?? []).filter((one) => one !== finding && one.line === finding.line)
    return {
      id: issueIdOf(finding),
      type: typeOf[pattern.dimension],
      severity: severityOfFinding(finding),
      priority: index + 1,
      location: {
        file: finding.path,
        line_start: finding.line,
        ...(finding.lineEnd === undefined ? {} : { line_end: finding.lineEnd }),
        ...(isPhase ? { phase: finding.path } : {}),
      },
      description: `${pattern.title}: ${finding.message}`,
      evidence: [
        `${finding.path}:${finding.line}: ${finding.evidence}`,
        ...(finding.related ?? []).map(({ path, line }) => `${path}:${line}`),
      ],
      root_cause: pattern.cause,
      impact: pattern.impact,
      suggested_fix: `${pattern.remedy} (${pattern.strategies.join(', ')})`,
      related_issues: others.map(issueIdOf),
    }
  })
}

/** Order of mending: data flow, agents, context, memory, then the rest. */
export const mendingOrder: readonly TuningDimension[] = [
  'dataflow',
  'agent',
  'context',
  'memory',
  'docs',
  'token_consumption',
  'authoring',
]

function rankOf(finding: SkillFinding): number {
  const { dimension, weights } = getPattern(finding.pattern)
  const severity = faultSeverities.indexOf(severityOfFinding(finding))
  return severity * 10_000 + mendingOrder.indexOf(dimension) * 1_000 - weighFault(finding.weights ?? weights)
}
