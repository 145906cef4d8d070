import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files below a folder that hold a text, as it is or in base64, whatever they are. */
export async function findInFolder(dir: string, text: string): Promise<string[]> {
  const encoded = Buffer.from(text).toString('base64').slice(0, -4)
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.includes(text) || bytes.includes(encoded)) found.push(path)
  }
  return found
}
