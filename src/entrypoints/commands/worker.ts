import { allowedUser } from '../settings/allowed-user.ts'
import { parseSharedSettings } from '../settings/parse-settings.ts'
import { startWorker } from '../server/start-worker.ts'
import { untilEnded } from './lifetime/until-ended.ts'
import type { CommandIo } from './verify.ts'

/** `countersign worker`: works beside others on the same Postgres until SIGINT or SIGTERM. */
export async function runWorker({ concurrency }: { concurrency?: number }, io: CommandIo): Promise<number> {
  const settings = allowedUser(parseSharedSettings(io.env), process.getuid?.())
  const runsAtOnce = concurrency ?? settings.RUNS_AT_ONCE
  const worker = await startWorker({ ...settings, RUNS_AT_ONCE: runsAtOnce }, io.env)
  const begun = () => {
    const health = worker.healthUrl === undefined ? '' : `; health at ${worker.healthUrl}`
    io.stdout(`Countersign works, ${runsAtOnce} runs at once${health}\n`)
  }
  await untilEnded(worker, begun, io)
  return 0
}
