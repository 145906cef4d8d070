import type { CommandIo } from './verify.ts'

/** More than what runs are given to report. */
const endMs = 30_000

/** Waits for the end of a server. What isn't done by then is left: nothing depends on it. */
export async function endWithin(ending: Promise<void>, io: CommandIo): Promise<void> {
  const timer = setTimeout(() => {
    io.stderr(`Not everything ended within ${endMs / 1000} seconds; it is taken up by others, or at the next start.\n`)
    process.exit(0)
  }, endMs)
  await ending
  clearTimeout(timer)
}
