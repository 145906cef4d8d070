import { flushCompileCache } from 'node:module'
import { keepMemorySmall } from './keep-memory-small.ts'
import { untilStopped } from './until-stopped.ts'
import type { CommandIo } from '../verify.ts'

/** More than what runs are given to report. */
const endMs = 30_000

interface Running {
  begun: Promise<void>
  close(): Promise<void>
}

/** Until it is told to end, it has ended in order; `begun` says so to people. Throws where its work can never begin. */
export async function untilEnded(running: Running, begun: () => void, io: CommandIo): Promise<void> {
  const stopped = untilStopped()
  const working = running.begun.then(() => {
    begun()
    // At its end would be too late for a server that is killed.
    flushCompileCache()
    keepMemorySmall()
    return stopped
  })
  try {
    await Promise.race([stopped, working])
  } finally {
    await endWithin(running.close(), io)
  }
}

/** Waits for the end of a server. What isn't done by then is left: nothing depends on it. */
async function endWithin(ending: Promise<void>, io: CommandIo): Promise<void> {
  const timer = setTimeout(() => {
    io.stderr(`Not everything ended within ${endMs / 1000} seconds; it is taken up by others, or at the next start.\n`)
    process.exit(0)
  }, endMs)
  await ending
  clearTimeout(timer)
}
