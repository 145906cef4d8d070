import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, statusOf } from '../client/github-fault.ts'
import type { InstallationClient, LabelIds } from '../client/installation-client.ts'

const ours = /^countersign: /i

/** Ids of our labels in the repository: from memory, or else all of its labels are read once. */
export function readLabelIds(client: InstallationClient, repository: RepositoryRef): Promise<LabelIds> {
  const known = client.labelIds.get(repository.key)
  if (known !== undefined) return known
  const reading = listLabelIds(client, repository).then((ids) => keepOurs(ids))
  client.labelIds.set(repository.key, reading)
  reading.catch(() => client.labelIds.delete(repository.key))
  return reading
}

/** For ids that turned out to be stale. */
export function forgetLabelIds(client: InstallationClient, repository: RepositoryRef): void {
  client.labelIds.delete(repository.key)
}

export function rememberLabelIds(client: InstallationClient, repository: RepositoryRef, ids: LabelIds): void {
  client.labelIds.set(repository.key, Promise.resolve(keepOurs(ids)))
}

/**
 * Ids of all labels, by name in lower case. GraphQL's `labels(query:)` would be shorter, but searches in ways that
 * change (cli/cli#11979), and its `label(name:)` doesn't find a name in other case though no second one can be made.
 */
export async function listLabelIds(client: InstallationClient, repository: RepositoryRef): Promise<LabelIds> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, per_page: 100 }
  const labels = await call('read labels', () => octokit.paginate(octokit.rest.issues.listLabelsForRepo, place))
  return new Map(labels.map((label) => [label.name.toLowerCase(), label.node_id]))
}

/** Makes a label and answers with its id; one that somebody made in the meantime is taken as it is. */
export async function createLabel(
  client: InstallationClient,
  repository: RepositoryRef,
  name: string,
  look: { color?: string; description?: string },
): Promise<string> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, name }
  try {
    return (await octokit.rest.issues.createLabel({ ...place, ...look })).data.node_id
  } catch (error) {
    if (statusOf(error) !== 422) return call('create a label', () => Promise.reject(error))
  }
  const standing = await call('read a label', () => octokit.rest.issues.getLabel(place))
  return standing.data.node_id
}

function keepOurs(ids: LabelIds): LabelIds {
  return new Map([...ids].filter(([name]) => ours.test(name)))
}
