import { openLocalFiles } from '../../../adapters/git/local-files.ts'
import type { RepositoryFiles } from '../../../application/ports/forge/repository-files.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { type Configuration, defaultConfiguration } from '../../../domain/configuration/configuration.ts'
import { configurationPath } from '../../../domain/configuration/configuration-file.ts'
import { localFiles } from '../read/issue-record.ts'
import { parseConfiguration } from '../../../domain/configuration/parse-configuration.ts'

/** What planning knows of a repository: its name, its files' sizes, its configuration. */
export interface PlanningPlace {
  repository: RepositoryRef
  /** Its HEAD; '' where there is no repository. */
  commit: string
  files: RepositoryFiles
  configuration: Configuration
  /** What is wrong with the configuration, in which case the defaults hold. */
  configurationFaults: string[]
  /** The repository that it builds on, of which nothing is known here. */
  extended: string | undefined
}

/** The repository at a path, or without one a place of defaults where no file exists yet. Throws a sentence. */
export async function openPlanningPlace(
  path: string | undefined,
  env: Record<string, string | undefined>,
): Promise<PlanningPlace> {
  if (path === undefined) {
    const files: RepositoryFiles = { readSizes: () => Promise.resolve(new Map()) }
    return { repository: refOf(localFiles), commit: '', files, ...readConfiguration(undefined) }
  }
  const files = await openLocalFiles(path, env)
  const text = await files.readText(configurationPath)
  return { repository: refOf(files.name), commit: files.commit, files, ...readConfiguration(text) }
}

function refOf(key: string): RepositoryRef {
  const [owner = '', name = ''] = key.split('/')
  return { owner, name, key, installationId: 0 }
}

/** As the App does: a faulty file changes nothing, and is told. */
function readConfiguration(
  text: string | undefined,
): Pick<PlanningPlace, 'configuration' | 'configurationFaults' | 'extended'> {
  const none = { configuration: defaultConfiguration, configurationFaults: [], extended: undefined }
  const parsed = text === undefined ? undefined : parseConfiguration(text)
  if (parsed === undefined) return none
  if (!parsed.ok)
    return { ...none, configurationFaults: parsed.faults.map((fault) => `${configurationPath}: ${fault}`) }
  return { ...none, configuration: parsed.configuration, extended: parsed.configuration._extends }
}
