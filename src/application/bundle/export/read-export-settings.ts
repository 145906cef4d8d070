import { type Configuration, defaultConfiguration } from '../../../domain/configuration/configuration.ts'
import { configurationPath, ownersRepository } from '../../../domain/configuration/configuration-file.ts'
import type { StateReader } from '../../ports/state/state-reader.ts'
import type { ReadElsewhere } from '../../ports/state/read-elsewhere.ts'
import { followExtends } from '../../state/branch/follow-extends.ts'

/** What the default branch's configuration says of exports, with what it builds on; its faults are refused, not passed over. */
export async function readExportSettings(
  reader: StateReader,
  { owner, repo }: { owner: string; repo: string },
  defaultBranch: string,
  readElsewhere: ReadElsewhere,
): Promise<{ ok: true; settings: Configuration['export'] } | { ok: false; faults: string[] }> {
  const head = await reader.findHead(defaultBranch)
  const file = head === undefined ? undefined : await reader.findFile(head, configurationPath)
  const place = { repository: `${owner}/${repo}`, path: configurationPath }
  const first =
    file === undefined
      ? await readElsewhere({ ...place, repository: `${owner}/${ownersRepository}` })
      : { ...place, text: Buffer.from(await reader.readBlob(file.blob)).toString('utf8'), version: file.blob }
  if (first === null) return { ok: true, settings: defaultConfiguration.export }
  const followed = await followExtends(place.repository, first, readElsewhere)
  if (!followed.ok) return { ok: false, faults: followed.faults.map((fault) => `${followed.path}: ${fault}`) }
  return { ok: true, settings: followed.configuration.export }
}
