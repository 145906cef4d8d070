import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { World } from './world.ts'

const settleMs = 3000

/** The world of a former run, or undefined where the folder holds none. */
export async function readWorld(dataDir: string): Promise<World | undefined> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, 'world.json'), 'utf8')) as World
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Keeps `world.json` up to date: soon after changes, and at the end. */
export class WorldFile {
  readonly #dataDir: string
  readonly #world: World
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(dataDir: string, world: World) {
    this.#dataDir = dataDir
    this.#world = world
  }

  /** The world has changed: it is written when things have settled a little. */
  touch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#writing = this.#writing.then(() => this.#write())
    }, settleMs).unref()
  }

  /** Writes now and for the last time. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#writing
    await this.#write()
  }

  async #write(): Promise<void> {
    await mkdir(this.#dataDir, { recursive: true })
    const file = path.join(this.#dataDir, 'world.json')
    await writeFile(`${file}.new`, JSON.stringify(this.#world), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}
