import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './read/read-pages.ts'
import { readSources, type Source } from './read/read-sources.ts'

/** Where sources lie, and how many folders down the path of a file its room stands. */
const houses = [
  { folder: 'src', roomDepth: 3 },
  { folder: 'packages/github-sandbox/src', roomDepth: 4 },
  { folder: 'bench', roomDepth: 2 },
]
const mostFiles = 15

test.each([...houses.map(({ folder }) => folder), 'test'])(
  'no folder of %s holds more files than one takes in at a glance',
  async (house) => {
    const counts = Map.groupBy(await readSources(house), ({ path }) => dirname(path))
    const crowded = [...counts].filter(([, files]) => files.length > mostFiles).map(([one]) => one)

    expect(counts.size).toBeGreaterThan(0)
    expect(crowded).toEqual([])
  },
)

describe.each(houses)('$folder', async ({ folder, roomDepth }) => {
  const sources = await readSources(folder)

  test('rooms import one way: none of another that needs it, be it by way of a third', () => {
    expect(findKnot(sources, (path) => roomOf(path, roomDepth))).toEqual([])
  })

  test('so do the rooms inside of a room', () => {
    const parents = new Set(sources.flatMap(({ path }) => aboveRooms(dirname(path))))

    expect([...parents].flatMap((parent) => findKnot(sources, (path) => childOf(parent, path)))).toEqual([])
  })

  /** `src/domain/gate` and all below it that a file's folder stands in. */
  function aboveRooms(path: string): string[] {
    const parts = path.split('/')
    return parts.slice(roomDepth - 1).map((_, index) => parts.slice(0, index + roomDepth).join('/'))
  }
})

test('no file imports in a circle, be it for types or later', async () => {
  const folders = [...houses.map(({ folder }) => folder), 'scripts', 'test']
  const sources = (await Promise.all(folders.map(readSources))).flat()

  expect(findKnot(sources, (path) => path)).toEqual([])
})

test('benches, scripts and sources stand one above the other', async () => {
  const sources = (await Promise.all(['bench', 'scripts', 'src'].map(readSources))).flat()

  expect(findKnot(sources, (path) => path.split('/')[0])).toEqual([])
})

test.each([
  ['src', 3, 'docs/architecture.md'],
  ['packages/github-sandbox/src', 4, 'packages/github-sandbox/README.md'],
])('each room of %s stands on the page that says what is where', async (folder, roomDepth, page) => {
  const text = await readFile(join(root, page), 'utf8')
  const rooms = new Set((await readSources(folder)).flatMap(({ path }) => roomOf(path, roomDepth) ?? []))
  const link = (room: string) => `](${relative(dirname(page), room)})`

  expect([...rooms].filter((room) => !text.includes(link(room))).toSorted()).toEqual([])
})

test('nothing in the application is given all ports: each takes what it uses', async () => {
  const given = (await readSources('src/application')).filter(({ text }) => /: MachinePorts\b(?!\[)/.test(text))

  expect(given.map(({ path }) => path)).toEqual([])
})

test('adapters take of the application its ports and what those speak of, not its steps', async () => {
  const steps =
    /^src\/application\/(?:branches|bundle\/(?:export|verify)|decide\/(?!interpret\/read-commands)|perform|planning|reconcile|runs\/(?!tests\/)|state\/branch|status)\//
  const back = (await readSources('src/adapters')).filter(({ imports }) => imports.some((one) => steps.test(one)))

  expect(back.map(({ path }) => path)).toEqual([])
})

/** `src/domain/gate` of anything in it; files that stand in a layer itself belong to no room. */
function roomOf(path: string, roomDepth: number): string | undefined {
  const parts = path.split('/')
  return parts.length <= roomDepth ? undefined : parts.slice(0, roomDepth).join('/')
}

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
