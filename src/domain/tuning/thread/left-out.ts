import { issueIdOf } from '../judge/issues.ts'
import type { SkillFinding } from '../patterns/pattern.ts'

const leaving = /\b(?:without|leave|skip|ignore|drop|not)\b|不要|忽略|去掉/i
const named = /\b(?:(?:ISS|FIX)-)?[A-Z]{2,3}(?:-[A-Z]{3})?-\d{3}(?:-[\da-f]{8})?/gi

/** What `/replan without DF-003` leaves out: patterns, or findings by the ids of their issues or fixes. */
export function createLeftOut(guidance: string): (finding: SkillFinding) => boolean {
  const lines = guidance.slice(0, 20_000).split('\n')
  const ids = lines.filter((line) => leaving.test(line)).flatMap((line) => line.match(named) ?? [])
  const wanted = new Set(ids.map((id) => id.toUpperCase().replace(/^(?:ISS|FIX)-/, '')))
  return (finding) => wanted.has(finding.pattern) || wanted.has(issueIdOf(finding).slice('ISS-'.length).toUpperCase())
}
