import type { StateChange } from '../../../domain/records/seal/state-seal.ts'
import type { RepositoryName, RestClient } from '../client/rest-client.ts'

/** GitHub names at most so many files of a commit in one answer. */
const namedFiles = 300

/** What a commit changes against its parent: from the answer about it, or, where that is cut off, from two trees. */
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
  const before = parent === null ? new Map<string, string>() : await listBlobs(client, place, parent)
  const after = await listBlobs(client, place, commit)
  const written = [...after].filter(([path, blob]) => before.get(path) !== blob).map(([path, blob]) => ({ path, blob }))
  const deleted = [...before.keys()].filter((path) => !after.has(path)).map((path) => ({ path, blob: null }))
  return [...written, ...deleted]
}

async function listBlobs(client: RestClient, place: RepositoryName, commit: string): Promise<Map<string, string>> {
  const { data } = await client.rest.git.getTree({ ...place, tree_sha: commit, recursive: '1' })
  return new Map(data.tree.filter((one) => one.type === 'blob').map((one) => [one.path, one.sha]))
}
