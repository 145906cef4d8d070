import type { CommittedFile, StateReader } from '../../../application/ports/state/state-reader.ts'
import type { TreeChange } from '../../../domain/content/tree-change.ts'
import { orMissing, type RepositoryName, type RestClient } from '../client/rest-client.ts'

interface ListedEntry {
  path: string
  type: string
  mode: string
  sha: string
}

/**
 * Reads commits through the git database, a folder a request and each folder once: exact at any size, where recursive
 * trees are cut off and file contents end at 1 MB (design 4.4).
 */
export function createStateReader(client: RestClient, repository: RepositoryName): StateReader {
  const { git } = client.rest
  const readTree = once(async (sha: string): Promise<ListedEntry[]> => {
    const { data } = await git.getTree({ ...repository, tree_sha: sha })
    return data.tree
  })
  const findTree = once(async (commit: string): Promise<string | undefined> => {
    const answer = await orMissing(git.getCommit({ ...repository, commit_sha: commit }))
    return answer?.data.tree.sha
  })

  async function findEntry(commit: string, path: string): Promise<ListedEntry | undefined> {
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
      // Not spread: a call takes only so many arguments.
      if (type === 'tree') for (const file of await listBelow(sha, `${folder}/${path}`)) files.push(file)
      else files.push({ path: `${folder}/${path}`, blob: sha, mode })
    }
    return files
  }

  /** Folders that are the same on both sides are not looked into. */
  async function diffTrees(before: string | null, after: string | null, folder: string): Promise<TreeChange[]> {
    if (before === after) return []
    const [old, now] = await Promise.all([before, after].map(async (tree) => (tree === null ? [] : readTree(tree))))
    const was = new Map(old?.map((entry) => [entry.path, entry]))
    const is = new Map(now?.map((entry) => [entry.path, entry]))
    const changes: TreeChange[] = []
    for (const name of new Set([...was.keys(), ...is.keys()])) {
      const [one, other] = [was.get(name), is.get(name)]
      if (one?.sha === other?.sha && one?.mode === other?.mode) continue
      const path = `${folder}${name}`
      const change = { path, before: entryOf(one), after: entryOf(other) }
      if (change.before !== null || change.after !== null) changes.push(change)
      for (const below of await diffTrees(treeOf(one), treeOf(other), `${path}/`)) changes.push(below)
    }
    return changes
  }

  return {
    async mergeBase(a, b) {
      const basehead = `${a}...${b}`
      const answer = await orMissing(
        client.rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 }),
      )
      return answer?.data.merge_base_commit.sha
    },
    async compareTrees(base, head) {
      const [before, after] = await Promise.all([findTree(base), findTree(head)])
      return before === undefined || after === undefined ? undefined : diffTrees(before, after, '')
    },
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

function treeOf(entry: ListedEntry | undefined): string | null {
  return entry?.type === 'tree' ? entry.sha : null
}

function entryOf(entry: ListedEntry | undefined): TreeChange['after'] {
  return entry === undefined || entry.type === 'tree' ? null : { blob: entry.sha, mode: entry.mode }
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
