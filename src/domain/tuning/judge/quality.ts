import { type FaultSeverity, faultSeverities } from '../patterns/severity.ts'

export type QualityGate = 'pass' | 'review' | 'fail'

/** What the score is made of (spec 004 §4). */
export interface TuningMeasures {
  counts: Record<FaultSeverity, number>
  /** Fixes that were applied, and those of them that passed their verification. */
  applied: number
  verified: number
  /** Diagnoses that ran to their end. */
  diagnoses: number
  iterations: number
}

/** Each part with what it is out of, so that the score can be explained. */
export interface QualityScore {
  score: number
  gate: QualityGate
  parts: { name: 'health' | 'fixes' | 'coverage' | 'efficiency'; points: number; most: number; why: string }[]
}

const deductions: Record<FaultSeverity, number> = { critical: 25, high: 15, medium: 5, low: 1 }

/** 100 less 25, 15, 5 and 1 for each critical, high, medium and low issue; not below 0. */
export function healthOf(counts: Record<FaultSeverity, number>): number {
  return Math.max(0, 100 - healthCost(counts))
}

/** What these issues take from the health. */
export function healthCost(counts: Record<FaultSeverity, number>): number {
  return faultSeverities.reduce((sum, severity) => sum + counts[severity] * deductions[severity], 0)
}

const coveragePoints = [0, 0, 10, 15, 20]
const efficiencyPoints = [10, 10, 7, 4]

/** Score and gate by the numbers of spec 004 §4: pass from 80, no critical, two high at most; fail below 60, any critical, more than five high. */
export function scoreQuality(measures: TuningMeasures): QualityScore {
  const { counts, applied, verified, diagnoses, iterations } = measures
  const health = healthOf(counts)
  const passed = applied === 0 ? 100 : (100 * verified) / applied
  const parts: QualityScore['parts'] = [
    {
      name: 'health',
      points: 0.4 * health,
      most: 40,
      why: `${counts.critical} critical, ${counts.high} high, ${counts.medium} medium, ${counts.low} low`,
    },
    {
      name: 'fixes',
      points: 0.3 * passed,
      most: 30,
      why: applied === 0 ? 'none was applied, so none failed' : `${verified} of ${applied} passed`,
    },
    { name: 'coverage', points: coveragePoints[Math.min(diagnoses, 4)] ?? 20, most: 20, why: `${diagnoses} diagnoses` },
    { name: 'efficiency', points: efficiencyPoints[iterations] ?? 0, most: 10, why: `${iterations} iterations` },
  ]
  const score = Math.round(parts.reduce((sum, { points }) => sum + points, 0))
  return { score, gate: gateOf(score, counts), parts }
}

function gateOf(score: number, { critical, high }: Record<FaultSeverity, number>): QualityGate {
  if (critical > 0 || high > 5 || score < 60) return 'fail'
  return score >= 80 && high <= 2 ? 'pass' : 'review'
}
