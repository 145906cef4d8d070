import { ProvenContents } from '../../../src/application/bundle/proven-contents.ts'
import type { StateReader } from '../../../src/application/ports/state/state-reader.ts'
import type { BundleCopy } from '../../../src/domain/bundle/assemble-bundle.ts'

/** Bytes of all files of a bundle by `dest_path`, proven. */
export async function readContents(
  state: Pick<StateReader, 'findFile' | 'readBlob'>,
  commit: string,
  copies: readonly BundleCopy[],
): Promise<Map<string, Uint8Array>> {
  const contents = new ProvenContents(state, commit, copies)
  const bytes = new Map<string, Uint8Array>()
  for (const path of copies.map((copy) => copy.dest_path).toSorted()) bytes.set(path, await contents.get(path))
  contents.expectProven()
  return bytes
}
