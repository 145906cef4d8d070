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
  expect(findKnot((path) => roomOf(path))).toEqual([])
})

test('so do the rooms inside of a room', () => {
  const parents = new Set(sources.flatMap(({ path }) => aboveRooms(dirname(path))))

  expect([...parents].flatMap((parent) => findKnot((path) => childOf(parent, path)))).toEqual([])
})

/** `src/domain/gate` and all below it that a file's folder stands in. */
function aboveRooms(folder: string): string[] {
  const parts = folder.split('/')
  return parts.slice(2).map((_, index) => parts.slice(0, index + 3).join('/'))
}

/** The folder in `parent` that a file stands in; undefined for files of the parent itself, which many of its rooms may share. */
function childOf(parent: string, path: string): string | undefined {
  const [child, ...rest] = path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/') : []
  return rest.length === 0 ? undefined : `${parent}/${child}`
}

/** Rooms that need each other, and those above them; empty where all import one way. */
function findKnot(room: (path: string) => string | undefined): string[] {
  const arrows = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const from = room(path)
    if (from === undefined) continue
    const to = imports.map(room).filter((one) => one !== undefined && one !== from)
    arrows.set(from, new Set([...(arrows.get(from) ?? []), ...to.map(String)]))
  }
  for (let before = -1; before !== arrows.size;) {
    before = arrows.size
    for (const [one, needed] of arrows) if (![...needed].some((other) => arrows.has(other))) arrows.delete(one)
  }
  return [...arrows.keys()].toSorted()
}

test('each room stands on the page that says what is where', async () => {
  const page = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  const rooms = new Set(sources.flatMap(({ path }) => roomOf(path) ?? []))

  expect([...rooms].filter((room) => !page.includes(`](../${room})`)).toSorted()).toEqual([])
})
