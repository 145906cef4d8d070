import { agentPatterns } from './agent-patterns.ts'
import { documentPatterns } from './document-patterns.ts'
import { flowPatterns } from './flow-patterns.ts'
import type { SkillFinding, Pattern } from './pattern.ts'
import { type FaultSeverity, severityOf } from './severity.ts'

/** All patterns, in the order of the report. Ids are stable: they are never given again. */
export const tuningPatterns: readonly Pattern[] = [...flowPatterns, ...agentPatterns, ...documentPatterns]

const byId = new Map(tuningPatterns.map((pattern) => [pattern.id, pattern]))

export function getPattern(id: string): Pattern {
  const pattern = byId.get(id)
  if (pattern === undefined) throw new Error(`There is no pattern ${id}.`)
  return pattern
}

export function severityOfFinding(finding: SkillFinding): FaultSeverity {
  return severityOf(finding.weights ?? getPattern(finding.pattern).weights)
}
