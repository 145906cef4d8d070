import type { StateFolder } from '../../ports/state/state-folder.ts'
import type { StateReader } from '../../ports/state/state-reader.ts'

/** A commit of the workflow branch as a folder to read. */
export function openCommit(reader: StateReader, commit: string): StateFolder {
  return {
    list: async (folder) => (await reader.listFiles(commit, folder)).map(({ path }) => path).toSorted(),
    async read(path) {
      const file = await reader.findFile(commit, path)
      return file === undefined ? null : new TextDecoder().decode(await reader.readBlob(file.blob))
    },
  }
}
