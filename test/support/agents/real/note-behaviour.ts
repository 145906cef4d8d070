import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { agentNames } from '../../../../src/domain/configuration/executor-names.ts'

const NotedBehaviourSchema = z.strictObject({
  agent: z.enum(agentNames),
  version: z.string(),
  behaviour: z.string(),
  /** What it came to, in few words. */
  outcome: z.string(),
  seconds: z.number(),
})
export type NotedBehaviour = z.infer<typeof NotedBehaviourSchema>

const file =
  process.env['AGENT_RESULTS'] ??
  fileURLToPath(new URL('../../../../node_modules/.cache/countersign-agents.ndjson', import.meta.url))

/** Keeps what an agent came to, for the table in docs/agents.md. */
export async function noteBehaviour(noted: NotedBehaviour): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, `${JSON.stringify(NotedBehaviourSchema.parse(noted))}\n`)
}

/** What the agents came to here, each behaviour as it was the last time. */
export async function readNotedBehaviours(): Promise<NotedBehaviour[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const noted = lines.map((line) => NotedBehaviourSchema.parse(JSON.parse(line)))
  return [...new Map(noted.map((one) => [`${one.agent} ${one.behaviour}`, one])).values()]
}
