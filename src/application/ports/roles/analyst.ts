import type { AnalysisRequest } from '../../../domain/debug/read/analysis-request.ts'
import type { Suspicion } from '../../../domain/debug/suspicion.ts'

/** Says what may have made a test fail (spec 002 §4): 3 to 5 suspicions, `likelihood` 1 to n. It judges none of them. */
export interface Analyst {
  readonly name: string
  analyse(request: AnalysisRequest): Promise<Suspicion[]>
}
