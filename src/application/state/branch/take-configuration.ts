import { type Configuration, defaultConfiguration } from '../../../domain/configuration/configuration.ts'
import { parseConfiguration } from '../../../domain/configuration/parse-configuration.ts'
import { rememberParsed } from '../../../application/state/parsed-texts.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { LoadedWork } from '../../../application/ports/state/state-store.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { blobText, type HeadAnswer } from './read-state.ts'

const configPath = '.github/countersign.yml'

/** The configuration of the default branch; where it has faults the last good one of this process holds, else the defaults. */
export async function readConfiguration(
  client: InstallationClient,
  repository: RepositoryRef,
  answer: HeadAnswer,
  lastGood: Map<string, Configuration>,
): Promise<Pick<LoadedWork, 'configuration' | 'configurationFaults'>> {
  const text = await blobText(client, repository, answer.config)
  if (text === null) return { configuration: defaultConfiguration, configurationFaults: null }
  const parsed = rememberParsed(parseConfiguration, text, () => parseConfiguration(text))
  if (parsed.ok) {
    lastGood.set(repository.key, parsed.configuration)
    return { configuration: parsed.configuration, configurationFaults: null }
  }
  const configuration = lastGood.get(repository.key) ?? defaultConfiguration
  return {
    configuration,
    configurationFaults: { path: configPath, key: answer.config?.oid ?? '', faults: parsed.faults },
  }
}
