import type { Internals } from '../instance/internals.ts'
import type { Routes } from '../handler/route.ts'
import type { Faults } from './faults.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { SecondaryLimits } from '../limits/secondary-limits.ts'

/** What the HTTP layer adds to the sandbox. */
export interface Gateway {
  internals: Internals
  routes: Routes
  rateLimits: RateLimits
  /** Absent: nobody is too fast. */
  secondaryLimits: SecondaryLimits | undefined
  faults: Faults
  drifts: string[]
}
