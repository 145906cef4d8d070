import { parseSettings } from '../settings.ts'
import { startApp } from '../start-app.ts'
import type { CommandIo } from './verify.ts'
import { untilStopped } from './until-stopped.ts'

/** `countersign app`: serves webhooks until SIGINT or SIGTERM, then finishes what runs. */
export async function runApp(io: CommandIo): Promise<number> {
  const app = await startApp(parseSettings(io.env), io.env)
  io.stdout(`Countersign takes webhooks at ${app.webhookUrl}\n`)
  await untilStopped()
  await app.close()
  return 0
}
