import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Injection, places } from './injection.ts'

const NotedInjectionSchema = z.object({
  ref: z.string(),
  family: z.string(),
  place: z.enum(places),
  /** A model was shown it. */
  reached: z.boolean(),
})
export type NotedInjection = z.infer<typeof NotedInjectionSchema>

const file =
  process.env['INJECTION_RESULTS'] ??
  fileURLToPath(new URL('../../../node_modules/.cache/countersign-injections.ndjson', import.meta.url))

/** Keeps which texts were played without any harm, for the table in docs/security.md. */
export async function noteInjections(played: readonly (Injection & { reached: boolean })[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, played.map((one) => `${JSON.stringify(NotedInjectionSchema.parse(one))}\n`).join(''))
}

/** What was played here, each text once, as it was the last time. */
export async function readNotedInjections(): Promise<NotedInjection[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const noted = lines.map((line) => NotedInjectionSchema.parse(JSON.parse(line)))
  return [...new Map(noted.map((one) => [one.ref, one])).values()]
}
