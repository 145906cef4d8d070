import { severityOfFinding } from '../patterns/catalogue.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { faultSeverities } from '../patterns/severity.ts'
import type { Skill } from '../read/skill.ts'
import * as agents from './agents.ts'
import * as authoring from './authoring.ts'
import * as context from './context.ts'
import * as dataflow from './dataflow.ts'
import { type Detector, examineSkill } from './detector.ts'
import * as documents from './documents.ts'
import { detectGrowth } from './growth.ts'
import * as memory from './memory.ts'
import { detectContradictions } from './settings.ts'
import * as tokens from './tokens.ts'

const detectors: readonly Detector[] = [
  detectGrowth,
  ...Object.values(context),
  ...Object.values(memory),
  ...Object.values(dataflow),
  ...Object.values(agents),
  ...Object.values(tokens),
  ...Object.values(documents),
  detectContradictions,
  ...Object.values(authoring),
]

/** More of one pattern in one file says nothing more. */
const mostOfAKind = 50
const shownCharacters = 160

/** All that is wrong with a skill (spec 004 §2), the worst first; linear in its text. */
export function diagnoseSkill(skill: Skill, countTokens: (text: string) => number): SkillFinding[] {
  const examined = examineSkill(skill, countTokens)
  const found = detectors.flatMap((detect) => detect(examined))
  const kept = [...Map.groupBy(found, ({ pattern, path }) => `${pattern} ${path}`).values()].flatMap((kind) =>
    kind.slice(0, mostOfAKind),
  )
  return withEvidence(skill, kept).toSorted(compareFindings)
}

function withEvidence(skill: Skill, findings: readonly SkillFinding[]): SkillFinding[] {
  const lines = new Map(skill.files.map(({ path, text }) => [path, text.split('\n')]))
  return findings.map((finding) => {
    const text = (lines.get(finding.path)?.[finding.line - 1] ?? '').trim()
    return { ...finding, evidence: text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text }
  })
}

function compareFindings(a: SkillFinding, b: SkillFinding): number {
  const [one, other] = [a, b].map((finding) => faultSeverities.indexOf(severityOfFinding(finding)))
  return (
    (one ?? 0) - (other ?? 0) || compareTexts(a.pattern, b.pattern) || compareTexts(a.path, b.path) || a.line - b.line
  )
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
