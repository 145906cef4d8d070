import type { Analyst } from '../../../application/ports/roles/analyst.ts'
import { rankSuspicions } from '../../../domain/debug/rank-suspicions.ts'

/** The analyst that needs no model: the same failure gives the same suspicions (spec 002 §4). */
export function createRulesAnalyst(): Analyst {
  return { name: 'rules', analyse: (request) => Promise.resolve({ suspicions: rankSuspicions(request) }) }
}
