import { defaultConfiguration } from '../../../domain/configuration/configuration.ts'
import type { ConfigurationLayer } from '../../../domain/configuration/layer-configurations.ts'
import type { LoadedWork } from '../../ports/state/state-store.ts'
import type { FollowedConfiguration } from './follow-extends.ts'

export interface TakenConfiguration extends Pick<LoadedWork, 'configuration' | 'configurationFaults'> {
  /** The files that hold, strongest first; none where all is default. */
  layers: readonly ConfigurationLayer[]
}

const allDefault: TakenConfiguration = { configuration: defaultConfiguration, configurationFaults: null, layers: [] }

/** What holds in a repository; where a file has faults the last good configuration of this process, else the defaults. */
export function takeConfiguration(
  repository: string,
  followed: FollowedConfiguration | null,
  lastGood: Map<string, TakenConfiguration>,
): TakenConfiguration {
  if (followed === null) return allDefault
  if (!followed.ok) {
    const { path, key, faults } = followed
    return { ...(lastGood.get(repository) ?? allDefault), configurationFaults: { path, key, faults } }
  }
  const { configuration, layers } = followed
  const taken = { configuration, configurationFaults: null, layers }
  lastGood.set(repository, taken)
  return taken
}
