import { type Configuration, defaultConfiguration } from '../../../domain/configuration/configuration.ts'
import { parseConfiguration } from '../../../domain/configuration/parse-configuration.ts'
import type { StateReader } from '../../ports/state/state-reader.ts'

const path = '.github/countersign.yml'

/** What the default branch's configuration says of exports; its faults are refused, not passed over. */
export async function readExportSettings(
  reader: StateReader,
  defaultBranch: string,
): Promise<{ ok: true; settings: Configuration['export'] } | { ok: false; faults: string[] }> {
  const head = await reader.findHead(defaultBranch)
  const file = head === undefined ? undefined : await reader.findFile(head, path)
  if (file === undefined) return { ok: true, settings: defaultConfiguration.export }
  const parsed = parseConfiguration(Buffer.from(await reader.readBlob(file.blob)).toString('utf8'))
  if (!parsed.ok) return { ok: false, faults: parsed.faults.map((fault) => `${path}: ${fault}`) }
  return { ok: true, settings: parsed.configuration.export }
}
