import { rankSuspicions } from '../../../domain/debug/rank-suspicions.ts'
import type { Analyst } from '../../ports/roles/analyst.ts'

/** The analyst that needs no model: the same failure gives the same suspicions (spec 002 §4). */
export const builtInAnalyst: Analyst = {
  name: 'rules',
  analyse: (request) => Promise.resolve(rankSuspicions(request)),
}
