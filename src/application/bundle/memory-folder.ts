import type { BundleFolder, FolderEntry } from '../ports/state/bundle-folder.ts'

/** A folder whose files are in memory already. */
export function memoryFolder(entries: readonly FolderEntry[], contents: ReadonlyMap<string, Uint8Array>): BundleFolder {
  const read = (path: string): Promise<Uint8Array> => {
    const bytes = contents.get(path)
    return bytes === undefined ? Promise.reject(new Error(`${path} is not there`)) : Promise.resolve(bytes)
  }
  return {
    list: () => Promise.resolve([...entries]),
    read,
    async *open(path) {
      yield await read(path)
    },
  }
}
