import { type DestinationStream, type Logger, pino } from 'pino'
import { currentTraceId } from '../../application/spans.ts'
import { currentTrace, type Trace } from '../../application/trace.ts'

/**
 * The server's log as JSON lines, each with what it belongs to: issue, webhooks, operation. Every line goes through
 * `redact` as a whole, so that nothing in it is overlooked.
 */
export function createLog(level: string, redact: (text: string) => string, destination?: DestinationStream): Logger {
  const options = { level, hooks: { streamWrite: redact }, mixin: nameTrace }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** What tells whom a line belongs to. */
function nameTrace(): Omit<Trace, 'patience'> & { trace_id?: string } {
  const { patience: _patience, ...names } = currentTrace()
  const traceId = currentTraceId()
  return traceId === undefined ? names : { ...names, trace_id: traceId }
}
