import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Ways in which a secret may come out: as it is, in URLs, in JSON, in hexadecimal, and in base64 from any byte on. */
export function writingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const shifted = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    // What stands at the ends is mixed with what is beside it.
    return text.slice(shift === 0 ? 0 : shift + 1, -2)
  })
  const url = shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const escaped = [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  return [...new Set([secret, ...escaped, bytes.toString('hex'), ...shifted, ...url])]
}

/** Names of the secrets that stand in it, in any writing. */
export function findWritings(text: string | Buffer, secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    writingsOf(secret).some((writing) => text.includes(writing)) ? [name] : [],
  )
}

/** The same of all files below a folder, with their paths. */
export async function findWritingsInFolder(dir: string, secrets: Readonly<Record<string, string>>): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    found.push(...findWritings(bytes, secrets).map((name) => `${name} in ${path}`))
  }
  return found
}
