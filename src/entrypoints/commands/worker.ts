import { flushCompileCache } from 'node:module'
import { allowedUser } from '../settings/allowed-user.ts'
import { parseSharedSettings } from '../settings/settings.ts'
import { startWorker } from '../server/start-worker.ts'
import { endWithin } from './end-within.ts'
import { untilStopped } from './until-stopped.ts'
import type { CommandIo } from './verify.ts'

/** `countersign worker`: works beside others on the same Postgres until SIGINT or SIGTERM. */
export async function runWorker({ concurrency }: { concurrency?: number }, io: CommandIo): Promise<number> {
  const settings = allowedUser(parseSharedSettings(io.env), process.getuid?.())
  const runsAtOnce = concurrency ?? settings.RUNS_AT_ONCE
  const worker = await startWorker({ ...settings, RUNS_AT_ONCE: runsAtOnce }, io.env)
  io.stdout(
    `Countersign works, ${runsAtOnce} runs at once${worker.healthUrl === undefined ? '' : `; health at ${worker.healthUrl}`}\n`,
  )
  // At its end would be too late for a server that is killed.
  flushCompileCache()
  await untilStopped()
  await endWithin(worker.close(), io)
  return 0
}
