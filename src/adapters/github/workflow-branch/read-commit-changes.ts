import type { StateChange } from '../../../domain/records/seal/state-seal.ts'
import type { RepositoryName, RestClient } from '../client/rest-client.ts'
import { createStateReader } from './state-reader.ts'

/** GitHub names at most so many files of a commit in one answer. */
const namedFiles = 300

/** What a commit changes against its parent: from the answer about it, or, where that is cut off, from two trees; folder by folder where those are. */
export async function readCommitChanges(
  client: RestClient,
  place: RepositoryName,
  commit: string,
  parent: string | null,
): Promise<StateChange[]> {
  const { data } = await client.rest.repos.getCommit({ ...place, ref: commit })
  const files = data.files ?? []
  if (files.length >= namedFiles) return findChangedEntries(client, place, commit, parent)
  return files.flatMap((file): StateChange[] => {
    if (file.status === 'removed') return [{ path: file.filename, blob: null }]
    const written = { path: file.filename, blob: file.sha }
    return file.status === 'renamed' && file.previous_filename !== undefined
      ? [{ path: file.previous_filename, blob: null }, written]
      : [written]
  })
}

async function findChangedEntries(
  client: RestClient,
  place: RepositoryName,
  commit: string,
  parent: string | null,
): Promise<StateChange[]> {
  const trees = await Promise.all([
    parent === null ? emptyTree : listBlobs(client, place, parent),
    listBlobs(client, place, commit),
  ])
  const [before, after] = trees
  if (parent !== null && trees.some(({ isCut }) => isCut)) {
    const changes = await createStateReader(client, place).compareTrees(parent, commit)
    if (changes !== undefined) return changes.map(({ path, after: entry }) => ({ path, blob: entry?.blob ?? null }))
  }
  const written = [...after.blobs].filter(([path, blob]) => before.blobs.get(path) !== blob)
  const deleted = [...before.blobs.keys()].filter((path) => !after.blobs.has(path))
  return [...written.map(([path, blob]) => ({ path, blob })), ...deleted.map((path) => ({ path, blob: null }))]
}

interface Listed {
  blobs: ReadonlyMap<string, string>
  /** GitHub lists 100,000 entries of a tree, or 7 MB of them: there are more. */
  isCut: boolean
}

const emptyTree: Listed = { blobs: new Map(), isCut: false }

async function listBlobs(client: RestClient, place: RepositoryName, commit: string): Promise<Listed> {
  const { data } = await client.rest.git.getTree({ ...place, tree_sha: commit, recursive: '1' })
  const blobs = new Map(data.tree.filter((one) => one.type === 'blob').map((one) => [one.path, one.sha]))
  return { blobs, isCut: data.truncated }
}
