import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../src/', import.meta.url))

/** The sources, by their paths from `src/`. */
export function listSources(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
}

export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Sources that these import, and those in turn, with themselves. */
export function closeOver(paths: readonly string[]): Set<string> {
  const reached = new Set<string>()
  const left = [...paths]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    for (const [, imported = ''] of readSource(path).matchAll(/from '(\.[^']+\.ts)'/g))
      left.push(normalize(join(dirname(path), imported)))
  }
  return reached
}
