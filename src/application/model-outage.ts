import type { ModelUse } from '../domain/models/model-use.ts'
import type { Receipt } from '../domain/records/execution-record.ts'
import { CountersignFault } from './fault.ts'

/** No model answered, or not to the end. What was asked until then costs all the same. */
export class ModelOutage extends CountersignFault {
  readonly use: ModelUse
  /** Of a review, which keeps what it asked with its receipt. */
  readonly receipt: Receipt | undefined

  constructor(reason: string, use: ModelUse, receipt?: Receipt) {
    super('model_failed', 'no model answered', reason)
    this.use = use
    this.receipt = receipt
  }
}
