import type { OpinedFinding, SkillOpinion } from '../opinion/skill-opinion.ts'
import { issueIdOf } from '../judge/issues.ts'
import type { SkillFinding } from '../patterns/pattern.ts'

const leaving = /\b(?:without|leave|skip|ignore|drop|not)\b|不要|忽略|去掉/i
const named = /\b(?:(?:ISS|FIX)-)?[A-Z]{2,3}(?:-[A-Z]{3})?-\d{3}(?:-[\da-f]{8})?/gi

const opined = /\bMODEL-[\da-f]{8}\b/gi

/** What `/replan with MODEL-01234567` takes up of what a model said. */
export function findTakenUp(guidance: string, opinion: SkillOpinion | undefined): OpinedFinding[] {
  if (opinion?.kind !== 'given') return []
  const lines = guidance.slice(0, 20_000).split('\n')
  const ids = lines.filter((line) => !leaving.test(line)).flatMap((line) => line.match(opined) ?? [])
  const wanted = new Set(ids.map((id) => id.toUpperCase()))
  return opinion.findings.filter(({ id }) => wanted.has(id.toUpperCase()))
}

/** What `/replan without DF-003` leaves out: patterns, or findings by the ids of their issues or fixes. */
export function createLeftOut(guidance: string): (finding: SkillFinding) => boolean {
  const lines = guidance.slice(0, 20_000).split('\n')
  const ids = lines.filter((line) => leaving.test(line)).flatMap((line) => line.match(named) ?? [])
  const wanted = new Set(ids.map((id) => id.toUpperCase().replace(/^(?:ISS|FIX)-/, '')))
  return (finding) => wanted.has(finding.pattern) || wanted.has(issueIdOf(finding).slice('ISS-'.length).toUpperCase())
}
