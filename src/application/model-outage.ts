import type { ModelUse } from '../domain/models/model-use.ts'
import { CountersignFault } from './fault.ts'

/** No model answered, or not to the end. What was asked until then costs all the same. */
export class ModelOutage extends CountersignFault {
  readonly use: ModelUse

  constructor(reason: string, use: ModelUse) {
    super('model_failed', 'no model answered', reason)
    this.use = use
  }
}
