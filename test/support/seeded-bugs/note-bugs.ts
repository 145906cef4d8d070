import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { TriedBug } from './try-bug.ts'

const NotedBugSchema = z.strictObject({
  bug: z.string(),
  hunks: z.int(),
  rank: z.int().nullable(),
  of: z.int(),
  outcome: z.string(),
})
export type NotedBug = z.infer<typeof NotedBugSchema>

const file = fileURLToPath(new URL('../../../node_modules/.cache/countersign-debugging/bugs.json', import.meta.url))

/** Keeps what a run of the seeded bugs came to, for the table in docs/debugging.md. */
export async function noteBugs(tried: readonly TriedBug[]): Promise<void> {
  const noted = tried.map(({ bug, hunks, rank, suspicions, findings }): NotedBug => {
    const unsettled = findings.ended === 'exhausted' ? 'none confirmed' : findings.ended
    const outcome = findings.confirmed === null ? unsettled : `${findings.confirmed.id} confirmed`
    return { bug: bug.name, hunks, rank, of: suspicions.length, outcome }
  })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(noted))
}

/** What the last run here came to. */
export async function readNotedBugs(): Promise<NotedBug[]> {
  return z.array(NotedBugSchema).parse(JSON.parse(await readFile(file, 'utf8')))
}
