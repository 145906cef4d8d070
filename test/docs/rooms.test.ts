import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './read-pages.ts'

/** A source with what it imports by a relative path. */
interface Source {
  path: string
  imports: string[]
}

/** Where sources lie, how many folders down the path of a file its room stands, and the page that lists the rooms. */
const houses = [
  { folder: 'src', roomDepth: 3, page: 'docs/architecture.md' },
  { folder: 'packages/github-sandbox/src', roomDepth: 4, page: 'packages/github-sandbox/README.md' },
]
const mostFiles = 15

async function readSources(folder: string): Promise<Source[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8')
      const found = [...text.matchAll(/\bfrom '(\.[^']+)'/g)]
      return { path, imports: found.map(([, one = '']) => normalize(join(dirname(path), one))) }
    }),
  )
}

describe.each(houses)('$folder', async ({ folder, roomDepth, page }) => {
  const sources = await readSources(folder)

  test('no folder holds more files than one takes in at a change token', () => {
    const counts = Map.groupBy(sources, ({ path }) => dirname(path))
    const crowded = [...counts].filter(([, files]) => files.length > mostFiles).map(([one]) => one)

    expect(counts.size).toBeGreaterThan(0)
    expect(crowded).toEqual([])
  })

  test('rooms import one way: none of another that needs it, be it by way of a third', () => {
    expect(findKnot(sources, roomOf)).toEqual([])
  })

  test('so do the rooms inside of a room', () => {
    const parents = new Set(sources.flatMap(({ path }) => aboveRooms(dirname(path))))

    expect([...parents].flatMap((parent) => findKnot(sources, (path) => childOf(parent, path)))).toEqual([])
  })

  test('nothing in the application is given all ports: each takes what it uses', async () => {
    const application = sources.filter(({ path }) => path.startsWith('src/application/'))
    const texts = await Promise.all(
      application.map(async ({ path }) => [path, await readFile(join(root, path), 'utf8')]),
    )

    expect(texts.flatMap(([path, text = '']) => (/: MachinePorts\b(?!\[)/.test(text) ? [path] : []))).toEqual([])
  })

  test('adapters take of the application its ports and what those speak of, not its steps', () => {
    const steps =
      /^src\/application\/(?:branches|bundle\/(?:export|verify)|decide\/(?!interpret\/read-commands)|perform|planning|reconcile|runs\/(?!tests\/)|state\/branch|status)\//
    const back = sources.filter(
      ({ path, imports }) => path.startsWith('src/adapters/') && imports.some((one) => steps.test(one)),
    )

    expect(back.map(({ path }) => path)).toEqual([])
  })

  test('each room stands on the page that says what is where', async () => {
    const text = await readFile(join(root, page), 'utf8')
    const rooms = new Set(sources.flatMap(({ path }) => roomOf(path) ?? []))
    const link = (room: string) => `](${relative(dirname(page), room)})`

    expect([...rooms].filter((room) => !text.includes(link(room))).toSorted()).toEqual([])
  })

  /** `src/domain/gate` of anything in it; files that stand in a layer itself belong to no room. */
  function roomOf(path: string): string | undefined {
    const parts = path.split('/')
    return parts.length <= roomDepth ? undefined : parts.slice(0, roomDepth).join('/')
  }

  /** `src/domain/gate` and all below it that a file's folder stands in. */
  function aboveRooms(path: string): string[] {
    const parts = path.split('/')
    return parts.slice(roomDepth - 1).map((_, index) => parts.slice(0, index + roomDepth).join('/'))
  }
})

/** The folder in `parent` that a file stands in; undefined for files of the parent itself, which many of its rooms may share. */
function childOf(parent: string, path: string): string | undefined {
  const [child, ...rest] = path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/') : []
  return rest.length === 0 ? undefined : `${parent}/${child}`
}

/** Rooms that need each other, and those above them; empty where all import one way. */
function findKnot(sources: Source[], room: (path: string) => string | undefined): string[] {
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
