import { dirname } from 'node:path'
import type { DiskEvent } from './record-disk.ts'

type Change = { offset: number; bytes: Buffer } | { size: number }

interface File {
  /** What is on the disk for sure. */
  synced: Buffer
  /** What was done since, and may or may not be. */
  since: Change[]
  /** Whether its name is there, for sure and as the process sees it. */
  name: { synced: boolean; now: boolean }
}

/** What a loss of power leaves of what was not synced: nothing, all, what came first, or any of its sectors. */
export const losses = ['nothing', 'everything', 'what came first', 'any sectors'] as const
export type Loss = (typeof losses)[number]

const sectorBytes = 512

/** A disk that keeps what was synced, as a process had it changed. */
export class ReplayedDisk {
  readonly #files = new Map<string, File>()
  /** One that only says that it does. */
  readonly #ignoresSyncs: boolean

  constructor({ ignoresSyncs = false } = {}) {
    this.#ignoresSyncs = ignoresSyncs
  }

  apply(event: Exclude<DiskEvent, { kind: 'said' }>): void {
    const { kind, path } = event
    const file = this.#files.get(path)
    switch (kind) {
      case 'made':
        if (file === undefined)
          this.#files.set(path, { synced: Buffer.alloc(0), since: [], name: { synced: false, now: true } })
        else file.name.now = true
        return
      case 'removed':
        if (file !== undefined) file.name.now = false
        return
      case 'written':
        file?.since.push({ offset: event.offset, bytes: event.bytes })
        return
      case 'cut':
        file?.since.push({ size: event.size })
        return
      case 'synced':
        if (!this.#ignoresSyncs) this.#sync(path)
    }
  }

  /** What is found when the power is back, by path. `draw`: from 0 to below 1. */
  survive(loss: Loss, draw: () => number): Map<string, Buffer> {
    const left = new Map<string, Buffer>()
    const isThere = (path: string): boolean => {
      const file = this.#files.get(path)
      if (file === undefined) return true
      const { synced, now } = file.name
      const isKept = loss === 'nothing' ? synced : loss === 'everything' ? now : draw() < 0.5 ? synced : now
      return isKept && isThere(dirname(path))
    }
    for (const [path, { synced, since }] of this.#files)
      if (isThere(path)) left.set(path, choose(since, loss, draw).reduce(change, synced))
    return left
  }

  /** Of a folder, the names in it. */
  #sync(path: string): void {
    const file = this.#files.get(path)
    if (file !== undefined) {
      file.synced = file.since.reduce(change, file.synced)
      file.since = []
    }
    for (const [other, { name }] of this.#files) if (dirname(other) === path) name.synced = name.now
  }
}

function choose(since: readonly Change[], loss: Loss, draw: () => number): Change[] {
  switch (loss) {
    case 'nothing':
      return []
    case 'everything':
      return [...since]
    case 'what came first': {
      const kept = since.slice(0, Math.floor(draw() * (since.length + 1)))
      // The last one is torn.
      const last = kept.pop()
      if (last !== undefined)
        kept.push('bytes' in last ? { ...last, bytes: last.bytes.subarray(0, sectorBytes) } : last)
      return kept
    }
    case 'any sectors':
      return since.flatMap((one): Change[] => {
        if (!('bytes' in one)) return draw() < 0.5 ? [one] : []
        const sectors: Change[] = []
        for (let from = 0; from < one.bytes.length; from += sectorBytes)
          if (draw() < 0.5)
            sectors.push({ offset: one.offset + from, bytes: one.bytes.subarray(from, from + sectorBytes) })
        return sectors
      })
  }
}

function change(content: Buffer, one: Change): Buffer {
  const size = 'size' in one ? one.size : Math.max(content.length, one.offset + one.bytes.length)
  const changed = Buffer.alloc(size)
  content.copy(changed, 0, 0, Math.min(size, content.length))
  if ('bytes' in one) one.bytes.copy(changed, one.offset)
  return changed
}
