import { gitBlobIdOf } from '../../../application/bundle/hashes.ts'
import type {
  BundleChange,
  BundleWriter,
  FolderReplaced,
  FolderReplacement,
} from '../../../application/ports/state/bundle-writer.ts'
import type { StateReader } from '../../../application/ports/state/state-reader.ts'
import { findStatus, type RepositoryName, type RestClient } from '../client/rest-client.ts'

interface NewFile {
  path: string
  mode: '100644' | '100755'
  blob: string
  bytes: Uint8Array | null
}

/**
 * Replaces a folder of the workflow branch with one commit through the trees API, pointing at blobs that are there
 * already (design 3.1). The ref moves without force, so that a commit in between is a `conflict`.
 */
export function createBundleWriter(client: RestClient, repository: RepositoryName, reader: StateReader): BundleWriter {
  const { git } = client.rest

  async function commit(input: FolderReplacement, files: readonly NewFile[], deleted: readonly string[]) {
    for (const file of files) {
      if (file.bytes === null) continue
      const content = Buffer.from(file.bytes).toString('base64')
      await git.createBlob({ ...repository, content, encoding: 'base64' })
    }
    const base = await reader.findTree(input.parent)
    if (base === undefined) throw new Error(`commit ${input.parent} is not there`)
    const tree = await git.createTree({
      ...repository,
      base_tree: base,
      tree: [
        ...files.map(({ path, mode, blob }) => ({ path, mode, type: 'blob' as const, sha: blob })),
        ...deleted.map((path) => ({ path, mode: '100644' as const, type: 'blob' as const, sha: null })),
      ],
    })
    const changes: BundleChange[] = [
      ...files.map(({ path, blob }) => ({ path, blob })),
      ...deleted.map((path) => ({ path, blob: null })),
    ]
    const made = await git.createCommit({
      ...repository,
      message: renderMessage(input, changes),
      tree: tree.data.sha,
      parents: [input.parent],
    })
    return made.data.sha
  }

  async function moveBranch(branch: string, sha: string): Promise<FolderReplaced> {
    try {
      await git.updateRef({ ...repository, ref: `heads/${branch}`, sha, force: false, request: { retries: 0 } })
    } catch (error) {
      const status = findStatus(error)
      if (status === undefined || status < 500) {
        if (status === 409 || status === 422) return { kind: 'conflict' }
        throw error
      }
      // It may have been done all the same: look. If not, deciding again on the branch as it is costs nothing.
      const head = await reader.findHead(branch)
      return head === sha ? { kind: 'written', commit: sha } : { kind: 'conflict' }
    }
    return { kind: 'written', commit: sha }
  }

  return {
    async replaceFolder(input) {
      const files = input.files.map((file): NewFile => {
        const bytes = 'bytes' in file.content ? file.content.bytes : null
        const blob = 'blob' in file.content ? file.content.blob : gitBlobIdOf(file.content.bytes)
        return { path: `${input.folder}/${file.path}`, mode: file.mode, blob, bytes }
      })
      const present = await reader.listFiles(input.parent, input.folder)
      const wanted = new Map(files.map((file) => [file.path, file]))
      const kept = new Set(
        present
          .filter(({ path, blob, mode }) => wanted.get(path)?.blob === blob && wanted.get(path)?.mode === mode)
          .map((file) => file.path),
      )
      const deleted = present.map((file) => file.path).filter((path) => !wanted.has(path))
      const changed = files.filter((file) => !kept.has(file.path))
      if (changed.length === 0 && deleted.length === 0) return { kind: 'unchanged' }
      return moveBranch(input.branch, await commit(input, changed, deleted))
    },
  }
}

function renderMessage(input: FolderReplacement, changes: BundleChange[]): string {
  const trailers = input.sign({ parent: input.parent, op: input.op, changes })
  const named = trailers.some((line) => line.startsWith('Countersign-Op:'))
  return [input.subject, '', ...(named ? [] : [`Countersign-Op: ${input.op}`]), ...trailers].join('\n')
}
