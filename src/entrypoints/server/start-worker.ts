import { openMachine } from './open-machine.ts'
import { serve } from './serve.ts'
import type { SharedSettings } from '../settings/settings.ts'

export interface RunningWorker {
  /** Base of its health pages; undefined where it has none. */
  healthUrl: string | undefined
  close(): Promise<void>
}

/** A process that works and takes no webhooks; those come by way of the database that it shares with others. */
export async function startWorker(
  settings: SharedSettings,
  env: Record<string, string | undefined>,
): Promise<RunningWorker> {
  const machine = await openMachine(settings, env)
  // Workers of one machine would all want the same port: they have one only if told so.
  const server =
    env['PORT'] === undefined || env['PORT'] === ''
      ? undefined
      : await serve(machine.pages, settings).catch(async (error: unknown) => {
          await machine.queues.close()
          throw error
        })
  const work = machine.startWork()
  return {
    healthUrl: server === undefined ? undefined : `http://${settings.HOST}:${server.port}`,
    async close() {
      await server?.close()
      machine.github.stopWaiting()
      await work.stop()
      await machine.queues.close()
    },
  }
}
