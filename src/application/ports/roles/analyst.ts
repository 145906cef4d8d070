import type { Configuration } from '../../../domain/configuration/configuration.ts'
import type { AnalysisRequest } from '../../../domain/debug/read/analysis-request.ts'
import type { Suspicion } from '../../../domain/debug/suspicion.ts'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** Where and for whom a failure is looked into. */
export interface AnalysisPlace {
  repository: RepositoryRef
  configuration: Configuration
  /** The version that failed. */
  commit: string
  /** Whose run it is. */
  owner: TestOwner
  signal: AbortSignal
}

export interface TestOwner {
  runId: string
  issue: number
  /** `plan` where the tests are the plan's own. */
  task: string
}

/** Says what may have made a test fail (spec 002 §4): 3 to 5 suspicions, `likelihood` 1 to n. It judges none of them. */
export interface Analyst {
  readonly name: string
  analyse(
    request: AnalysisRequest,
    place: AnalysisPlace,
  ): Promise<{ suspicions: Suspicion[]; receipts?: ModelReceipt[] }>
}
