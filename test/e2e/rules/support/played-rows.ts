import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = process.env['COMPATIBILITY_RESULTS'] ?? 'node_modules/.cache/countersign-compatibility'

/** Keeps that a row came out as it says, for docs/compatibility.md. */
export async function keepPlayed(rule: string, at: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = createHash('sha256').update(rule).digest('hex').slice(0, 16)
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ rule, on: at.slice(0, 10) }))
}

/** When each row came out as it says the last time that it was played here. */
export async function readPlayedRows(): Promise<ReadonlyMap<string, string>> {
  const names: string[] = await readdir(folder).catch(() => [])
  const rows = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as { rule: string; on: string }),
  )
  return new Map(rows.map(({ rule, on }) => [rule, on]))
}
