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
  const noted = tried.map((one): NotedBug => {
    const { bug, hunks, rank, suspicions } = one
    return { bug: bug.name, hunks, rank, of: suspicions.length, outcome: describeOutcome(one) }
  })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(noted))
}

export function describeOutcome({ confirmed, debugged }: TriedBug): string {
  if (confirmed !== undefined) return `${confirmed} confirmed`
  if (debugged.flaky === 'all') return 'flaky'
  return debugged.hypotheses.some(({ status }) => status === 'pending') ? 'out of time' : 'none confirmed'
}

/** What the last run here came to. */
export async function readNotedBugs(): Promise<NotedBug[]> {
  return z.array(NotedBugSchema).parse(JSON.parse(await readFile(file, 'utf8')))
}
