import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const root = new URL('../../../', import.meta.url).pathname
/** Not below `node_modules`, where Node takes no types away. */
const kept = join(root, '.built')
/** What builds are made of, and how. */
const readByBuilds = [
  'package-lock.json',
  'package.json',
  'rolldown.bot.config.mjs',
  'rolldown.config.mjs',
  'schemas',
  'scripts/package',
  'src',
  'test/e2e/faults/support',
  'test/support/action',
]
const dayMs = 24 * 60 * 60_000

/**
 * What was built of the sources of now, in a folder that all files of tests share: who comes first builds it. It stays for
 * the next run, as long as nothing it is made of changes.
 */
export async function shareBuild(name: string, build: (dir: string) => Promise<void>): Promise<string> {
  const dir = join(kept, `${name}-${await hashSources()}`)
  if (existsSync(dir)) return dir
  await mkdir(kept, { recursive: true })
  await removeOld()
  const own = await mkdtemp(`${dir}.`)
  try {
    await build(own)
    await rename(own, dir)
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    // Else another file of tests was faster.
    if (!existsSync(dir)) throw error
  }
  return dir
}

async function hashSources(): Promise<string> {
  const paths = await Promise.all(readByBuilds.map(listFiles))
  const stats = paths.flat().map(async (path) => {
    const { size, mtimeMs } = await stat(join(root, path))
    return `${path} ${size} ${mtimeMs}`
  })
  const lines = await Promise.all(stats)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 16)
}

async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(join(root, path))).isDirectory()) return [path]
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

/** What earlier sources were built to, and what who was killed had not finished. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(kept)) {
    const dir = join(kept, name)
    const found = await stat(dir).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < Date.now() - dayMs) await rm(dir, { recursive: true, force: true })
  }
}
