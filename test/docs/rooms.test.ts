import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './read-pages.ts'

/** A file of `src/` with what it imports of it; the sandbox is a product of its own. */
interface Source {
  path: string
  imports: string[]
}

const mostFiles = 15
const sources = await readSources()

async function readSources(): Promise<Source[]> {
  const entries = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('src/sandbox/'))
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8')
      const found = [...text.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, one = '']) => normalize(join(dirname(path), one)))
      return { path, imports: found.filter((one) => !one.startsWith('src/sandbox/')) }
    }),
  )
}

/** `src/domain/gate` of anything in it; files that stand in a layer itself belong to no room. */
function roomOf(path: string): string | undefined {
  const [src, layer, room, ...rest] = path.split('/')
  return rest.length === 0 ? undefined : `${src}/${layer}/${room}`
}

test('no folder holds more files than one takes in at a glance', () => {
  const counts = Map.groupBy(sources, ({ path }) => dirname(path))
  const crowded = [...counts].filter(([, files]) => files.length > mostFiles).map(([folder]) => folder)

  expect(crowded).toEqual([])
})

test('rooms import one way: none of another that needs it, be it by way of a third', () => {
  const arrows = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const from = roomOf(path)
    if (from === undefined) continue
    const to = imports.map(roomOf).filter((room) => room !== undefined && room !== from)
    arrows.set(from, new Set([...(arrows.get(from) ?? []), ...to.map(String)]))
  }
  const rest = new Map(arrows)
  for (let before = -1; before !== rest.size;) {
    before = rest.size
    for (const [room, needed] of rest) if (![...needed].some((one) => rest.has(one))) rest.delete(room)
  }

  expect([...rest.keys()]).toEqual([])
})

test('each room stands on the page that says what is where', async () => {
  const page = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  const rooms = new Set(sources.flatMap(({ path }) => roomOf(path) ?? []))

  expect([...rooms].filter((room) => !page.includes(`](../${room})`)).toSorted()).toEqual([])
})
