import type { BundleCopy } from '../../domain/bundle/assemble-bundle.ts'
import type { StateReader } from '../ports/state/state-reader.ts'
import { ExportFault } from './export-fault.ts'
import { gitBlobIdOf, sha256Of } from './hashes.ts'
import type { BundleContents } from './pack-bundle.ts'

/** Read ahead, and held until they are asked for; one file may be larger. */
const mostAhead = { files: 6, bytes: 16 * 1024 * 1024 }

/**
 * Bytes of a bundle's files out of the record, a few at a time: each is read ahead, given once, in the order of paths, and
 * forgotten. Each is proven: the branch has that blob at that path, and the bytes have its id, sha256 and size (I7).
 */
export class ProvenContents implements BundleContents {
  private readonly faults: string[] = []
  private readonly waiting: BundleCopy[]
  private readonly ahead = new Map<string, { size: number; bytes: Promise<Uint8Array> }>()
  private aheadBytes = 0
  private readonly state: Pick<StateReader, 'findFile' | 'readBlob'>
  private readonly commit: string

  constructor(state: Pick<StateReader, 'findFile' | 'readBlob'>, commit: string, copies: readonly BundleCopy[]) {
    this.state = state
    this.commit = commit
    this.waiting = copies.toSorted((a, b) => (a.dest_path < b.dest_path ? -1 : 1))
  }

  async get(path: string): Promise<Uint8Array> {
    this.readAhead()
    const reading = this.ahead.get(path)
    if (reading === undefined) throw new Error(`${path} was not to be read, or not yet`)
    const bytes = await reading.bytes
    this.ahead.delete(path)
    this.aheadBytes -= reading.size
    return bytes
  }

  /** Throws `bytes_differ`, naming every file that isn't what was approved, once all were read. */
  expectProven(): void {
    if (this.faults.length === 0) return
    throw new ExportFault(
      'bytes_differ',
      'the files are not those that were approved',
      this.faults.toSorted().join('; '),
    )
  }

  private readAhead(): void {
    for (;;) {
      const [next] = this.waiting
      const isFull = this.ahead.size >= mostAhead.files || this.aheadBytes + (next?.size ?? 0) > mostAhead.bytes
      if (next === undefined || (isFull && this.ahead.size > 0)) return
      this.waiting.shift()
      this.aheadBytes += next.size
      const bytes = this.read(next)
      // It is told to whoever asks for it.
      bytes.catch(() => {})
      this.ahead.set(next.dest_path, { size: next.size, bytes })
    }
  }

  /** What can't be proven is noted, and the next one looked at: whoever mends it wants to know all. */
  private async read(copy: BundleCopy): Promise<Uint8Array> {
    const file = await this.state.findFile(this.commit, copy.source_path)
    if (file?.blob !== copy.blob || file.mode !== copy.mode) {
      this.faults.push(`${copy.source_path} is not what was recorded`)
      return Buffer.alloc(0)
    }
    const bytes = await this.state.readBlob(copy.blob)
    const isSame = bytes.length === copy.size && sha256Of(bytes) === copy.sha256 && gitBlobIdOf(bytes) === copy.blob
    if (!isSame) this.faults.push(`${copy.source_path} has other bytes than were approved`)
    return bytes
  }
}
