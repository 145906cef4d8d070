import type { ModelCall } from '../../../application/ports/models/call-ledger.ts'
import type { ModelStop } from '../../../application/ports/models/model-gateway.ts'
import type { Clock } from '../upstream/ask-provider.ts'
import type { Upstream } from '../upstream/send-upstream.ts'
import type { GatewayOptions } from './gateway-options.ts'
import type { OpenRun } from './run-registry.ts'
import type { SpendBook } from './spend-book.ts'

/** What every call has to do with. */
export interface GatewayContext {
  options: GatewayOptions
  upstream: Upstream
  book: SpendBook
  clock: Clock
  now: () => Date
  /** Never goes back, whatever the time of day does. */
  elapsedMs: () => number
  redact: (text: string) => string
  /** The providers' keys. */
  keys: readonly string[]
  /** The run gets no more, for a reason that only a person can mend. */
  stop: (run: OpenRun, stop: ModelStop) => void
  /** A call is over, whatever came of it. */
  onCall: (run: OpenRun, call: ModelCall) => void
}
