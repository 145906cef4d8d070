import type { Patience } from '../../../../application/trace.ts'
import type { RequestCost } from './request-cost.ts'

/** A request that waits to be sent. */
export interface WaitingRequest {
  cost: RequestCost
  urgency: 'people' | 'background'
  patience?: Patience
}

/** One limit. Times are milliseconds. */
export interface RateLimit {
  appliesTo(request: WaitingRequest): boolean
  /** How long until this request may be sent, as far as this limit goes; 0: now. */
  msUntilOpen(request: WaitingRequest, now: number): number
  /** Notes that it is sent now. */
  pass(request: WaitingRequest, now: number): void
}
