import PQueue from 'p-queue'
import type { BundleCopy } from '../../domain/bundle/assemble-bundle.ts'
import type { StateReader } from '../ports/state/state-reader.ts'
import { ExportFault } from './export-fault.ts'
import { gitBlobIdOf, sha256Of } from './hashes.ts'

const readsAtOnce = 6

/**
 * Bytes of every copy by `dest_path`, each proven against the record: the branch has that blob at that path, and the
 * bytes have its id, sha256 and size (I7). Throws `bytes_differ` naming every file that isn't what was approved.
 */
export async function readBundleBytes(
  state: Pick<StateReader, 'findFile' | 'readBlob'>,
  commit: string,
  copies: readonly BundleCopy[],
): Promise<Map<string, Uint8Array>> {
  const queue = new PQueue({ concurrency: readsAtOnce })
  const known = new Map<string, Promise<Uint8Array>>()
  const read = (blob: string) => {
    const bytes = known.get(blob) ?? queue.add(() => state.readBlob(blob))
    known.set(blob, bytes)
    return bytes
  }
  const checked = await Promise.all(
    copies.map(async (copy) => {
      const file = await state.findFile(commit, copy.source_path)
      if (file?.blob !== copy.blob || file.mode !== copy.mode) {
        return { copy, fault: `${copy.source_path} is not what was recorded` }
      }
      const bytes = await read(copy.blob)
      return { copy, bytes, fault: findDifference(copy, bytes) }
    }),
  )
  const faults = checked.flatMap((one) => one.fault ?? [])
  if (faults.length > 0) {
    throw new ExportFault('bytes_differ', 'the files are not those that were approved', faults.join('; '))
  }
  return new Map(checked.flatMap(({ copy, bytes }) => (bytes === undefined ? [] : [[copy.dest_path, bytes] as const])))
}

function findDifference(copy: BundleCopy, bytes: Uint8Array): string | undefined {
  const same = bytes.length === copy.size && sha256Of(bytes) === copy.sha256 && gitBlobIdOf(bytes) === copy.blob
  return same ? undefined : `${copy.source_path} has other bytes than were approved`
}
