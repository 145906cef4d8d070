import { allowedUser } from '../settings/allowed-user.ts'
import { parseSettings, parseSharedSettings } from '../settings/parse-settings.ts'
import { startApp, startIntake } from '../server/start-app.ts'
import { untilEnded } from './lifetime/until-ended.ts'
import type { CommandIo } from './verify.ts'

/** `countersign app`: serves webhooks until SIGINT or SIGTERM, then finishes what runs; with `--no-work` it only takes them. */
export async function runApp({ work }: { work: boolean }, io: CommandIo): Promise<number> {
  const app = work
    ? await startApp(allowedUser(parseSettings(io.env), process.getuid?.()), io.env)
    : await startIntake(allowedUser(parseSharedSettings(io.env), process.getuid?.()), io.env)
  io.stdout(`Countersign takes webhooks at ${app.webhookUrl}\n`)
  if (app.dashboardUrl !== null) io.stdout(`Its dashboard is at ${app.dashboardUrl}\n`)
  await untilEnded(app, () => {}, io)
  return 0
}
