import { stateLabels } from '../../../domain/work/show/state-label.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { createLabel, listLabelIds, rememberLabelIds } from './label-ids.ts'

const triggerLabel = { color: '5319e7', description: 'Countersign makes a plan of this issue' }

/** The trigger label and those that mirror state; what is there already stays as people have it. */
export async function createLabels(
  client: InstallationClient,
  repository: RepositoryRef,
  trigger: string,
): Promise<void> {
  const ids = await listLabelIds(client, repository)
  for (const [name, look] of Object.entries({ [trigger]: triggerLabel, ...stateLabels })) {
    if (!ids.has(name.toLowerCase())) ids.set(name.toLowerCase(), await createLabel(client, repository, name, look))
  }
  rememberLabelIds(client, repository, ids)
}
