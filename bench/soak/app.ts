import { keepMemorySmall } from '../../src/entrypoints/commands/lifetime/keep-memory-small.ts'
import { parseSettings } from '../../src/entrypoints/settings/parse-settings.ts'
import { type RunningApp, startApp } from '../../src/entrypoints/server/start-app.ts'
import { answerParent } from '../stage/child.ts'

export type SoakQuestion = { kind: 'start'; env: Record<string, string> } | { kind: 'memory' }

export interface SoakAnswer {
  webhookUrl: string
  /** After a collection of garbage, with nothing left to do. */
  heapBytes: number
  rssBytes: number
}

let app: RunningApp | undefined

async function answer(question: SoakQuestion): Promise<SoakAnswer> {
  if (question.kind === 'start') {
    app = await startApp(parseSettings(question.env), question.env)
    keepMemorySmall()
  }
  if (app === undefined) throw new Error('the App is not started')
  await app.idle()
  // The second finds what the first one's finalizers let go.
  for (let times = 0; times < 2; times += 1) globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { webhookUrl: app.webhookUrl, heapBytes: heapUsed, rssBytes: rss }
}

answerParent(answer, async () => {
  await app?.close()
  process.exit()
})
