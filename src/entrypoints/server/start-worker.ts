import { openMachine } from './open-machine.ts'
import { serve } from './serve.ts'
import type { SharedSettings } from '../settings/parse-settings.ts'
import { beginWork, endWork, whenBegun } from './start-app.ts'

export interface RunningWorker {
  /** Base of its health pages; undefined where it has none. */
  healthUrl: string | undefined
  /** Resolves once GitHub and the database have answered and the work has begun; rejects for what waiting won't mend. */
  begun: Promise<void>
  close(): Promise<void>
}

/** A process that works and takes no webhooks; those come by way of the database that it shares with others. */
export async function startWorker(
  settings: SharedSettings,
  env: Record<string, string | undefined>,
): Promise<RunningWorker> {
  const machine = await openMachine(settings, env)
  // Workers of one machine would all want the same port: they have one only if told so.
  const server = env['PORT'] === undefined || env['PORT'] === '' ? undefined : await serve(machine.pages, settings)
  const working = beginWork(machine)
  return {
    healthUrl: server === undefined ? undefined : `http://${settings.HOST}:${server.port}`,
    begun: whenBegun(working),
    async close() {
      await server?.close()
      await endWork(machine, working)
    },
  }
}
