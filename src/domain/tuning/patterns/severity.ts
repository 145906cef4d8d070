export const faultSeverities = ['critical', 'high', 'medium', 'low'] as const
export type FaultSeverity = (typeof faultSeverities)[number]

/** What a fault of a skill does; each part weighs in its severity. */
export type Weight = 'blocks' | 'loses data' | 'every run' | 'easy fix'

const points: Record<Weight, number> = { blocks: 40, 'loses data': 30, 'every run': 20, 'easy fix': 10 }

/** 0 to 100. */
export function weighFault(weights: readonly Weight[]): number {
  return [...new Set(weights)].reduce((sum, weight) => sum + points[weight], 0)
}

export function severityOf(weights: readonly Weight[]): FaultSeverity {
  const sum = weighFault(weights)
  if (sum >= 70) return 'critical'
  if (sum >= 50) return 'high'
  return sum >= 30 ? 'medium' : 'low'
}

export function countBySeverity(list: readonly { severity: FaultSeverity }[]): Record<FaultSeverity, number> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 }
  for (const { severity } of list) counts[severity] += 1
  return counts
}
