import { type Configuration, defaultConfiguration } from '../../../domain/configuration/configuration.ts'
import { parseConfiguration } from '../../../domain/configuration/parse-configuration.ts'
import { rememberParsed } from '../parsed-texts.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { BranchLook } from '../../ports/state/workflow-branch.ts'
import type { LoadedWork } from '../../ports/state/state-store.ts'

const configPath = '.github/countersign.yml'

/** The configuration of the default branch; where it has faults the last good one of this process holds, else the defaults. */
export function takeConfiguration(
  { key }: RepositoryRef,
  seen: BranchLook['configuration'],
  lastGood: Map<string, Configuration>,
): Pick<LoadedWork, 'configuration' | 'configurationFaults'> {
  if (seen === null) return { configuration: defaultConfiguration, configurationFaults: null }
  const parsed = rememberParsed(parseConfiguration, seen.text, () => parseConfiguration(seen.text))
  if (parsed.ok) {
    lastGood.set(key, parsed.configuration)
    return { configuration: parsed.configuration, configurationFaults: null }
  }
  return {
    configuration: lastGood.get(key) ?? defaultConfiguration,
    configurationFaults: { path: configPath, key: seen.blob, faults: parsed.faults },
  }
}
