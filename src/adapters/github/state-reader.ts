import type { CommittedFile, StateReader } from '../../application/ports/state-reader.ts'
import { orMissing, type RepositoryName, type RestClient } from './rest-client.ts'

interface TreeEntry {
  path: string
  type: string
  mode: string
  sha: string
}

/**
 * Reads commits through the git database, a folder a request and each folder once: exact at any size, where recursive
 * trees are cut off and file contents end at 1 MB (design 4 "Sizes").
 */
export function createStateReader(client: RestClient, repository: RepositoryName): StateReader {
  const { git } = client.rest
  const readTree = once(async (sha: string): Promise<TreeEntry[]> => {
    const { data } = await git.getTree({ ...repository, tree_sha: sha })
    return data.tree
  })
  const findTree = once(async (commit: string): Promise<string | undefined> => {
    const answer = await orMissing(git.getCommit({ ...repository, commit_sha: commit }))
    return answer?.data.tree.sha
  })

  async function findEntry(commit: string, path: string): Promise<TreeEntry | undefined> {
    const parts = path.split('/')
    const name = parts.pop()
    let tree = await findTree(commit)
    for (const part of parts) {
      if (tree === undefined) return undefined
      const entries = await readTree(tree)
      tree = entries.find((entry) => entry.path === part && entry.type === 'tree')?.sha
    }
    if (tree === undefined) return undefined
    return (await readTree(tree)).find((entry) => entry.path === name)
  }

  async function listBelow(tree: string, folder: string): Promise<CommittedFile[]> {
    const files: CommittedFile[] = []
    for (const { path, type, mode, sha } of await readTree(tree)) {
      if (type === 'tree') files.push(...(await listBelow(sha, `${folder}/${path}`)))
      else files.push({ path: `${folder}/${path}`, blob: sha, mode })
    }
    return files
  }

  return {
    async findHead(branch) {
      const answer = await orMissing(git.getRef({ ...repository, ref: `heads/${branch}` }))
      return answer?.data.object.sha
    },
    findTree,
    async findFile(commit, path) {
      const entry = await findEntry(commit, path)
      return entry?.type === 'blob' ? { path, blob: entry.sha, mode: entry.mode } : undefined
    },
    async listFiles(commit, folder) {
      const entry = await findEntry(commit, folder)
      return entry?.type === 'tree' ? listBelow(entry.sha, folder) : []
    },
    async readBlob(blob) {
      const { data } = await git.getBlob({ ...repository, file_sha: blob })
      return Buffer.from(data.content, 'base64')
    },
  }
}

/** Asks once for each id: what an id names never changes. What failed is asked again. */
function once<T>(ask: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>()
  return (id) => {
    const known = asked.get(id)
    if (known !== undefined) return known
    const answer = ask(id)
    asked.set(id, answer)
    answer.catch(() => asked.delete(id))
    return answer
  }
}
