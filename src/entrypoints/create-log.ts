import { type DestinationStream, type Logger, pino } from 'pino'

/** The server's log as JSON lines. Every line goes through `redact` as a whole, so that nothing in it is overlooked. */
export function createLog(level: string, redact: (text: string) => string, destination?: DestinationStream): Logger {
  const options = { level, hooks: { streamWrite: redact } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
