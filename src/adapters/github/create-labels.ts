import { stateLabels } from '../../domain/work/state-label.ts'
import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import { call, statusOf } from './github-fault.ts'
import type { InstallationClient } from './installation-client.ts'

const triggerLabel = { color: '5319e7', description: 'Countersign makes a plan of this issue' }

/** The trigger label and those that mirror state; what is there already stays as people have it. */
export async function createLabels(
  client: InstallationClient,
  repository: RepositoryRef,
  trigger: string,
): Promise<void> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name }
  const standing = await call('read labels', () =>
    octokit.paginate(octokit.rest.issues.listLabelsForRepo, { ...place, per_page: 100 }),
  )
  const names = new Set(standing.map((label) => label.name.toLowerCase()))
  for (const [name, label] of Object.entries({ [trigger]: triggerLabel, ...stateLabels })) {
    if (names.has(name.toLowerCase())) continue
    try {
      await octokit.rest.issues.createLabel({ ...place, name, ...label })
    } catch (error) {
      // Somebody made it in the meantime.
      if (statusOf(error) !== 422) await call('create a label', () => Promise.reject(error))
    }
  }
}
