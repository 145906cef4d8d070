import type { ConfigurationFile, ConfigurationPlace } from '../../../domain/configuration/configuration-file.ts'
import type { WorkflowBranch } from '../../ports/state/workflow-branch.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { SessionClock } from '../session-files.ts'

const keptMs = 60_000

/** Configuration of other repositories, read anew after a minute: a policy of a hundred repositories is one file. */
export function rememberFiles(
  branch: Pick<WorkflowBranch, 'readConfiguration'>,
  { now, elapsedMs }: SessionClock,
): (repository: RepositoryRef, place: ConfigurationPlace) => Promise<ConfigurationFile | null> {
  const known = new Map<string, { since: string; file: Promise<ConfigurationFile | null> }>()
  return async (repository, place) => {
    // By installation: another one may not be let in.
    const key = `${repository.installationId} ${place.repository} ${place.path}`
    const kept = known.get(key)
    if (kept !== undefined && elapsedMs(kept.since, now()) < keptMs) return kept.file
    for (const [old, { since }] of known) if (elapsedMs(since, now()) >= keptMs) known.delete(old)
    const file = branch.readConfiguration(repository, place)
    known.set(key, { since: now(), file })
    return file.catch((error: unknown) => {
      known.delete(key)
      throw error
    })
  }
}
