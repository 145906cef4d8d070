import { recordText } from '../../../domain/language/message.ts'
import {
  type ConfigurationFile,
  type ConfigurationPlace,
  isSamePlace,
  placeOfExtends,
  renderConfigurationPlace,
} from '../../../domain/configuration/configuration-file.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import { type ConfigurationLayer, layerConfigurations } from '../../../domain/configuration/layer-configurations.ts'
import { parseConfiguration } from '../../../domain/configuration/parse-configuration.ts'
import type { ReadElsewhere } from '../../ports/state/read-elsewhere.ts'
import { rememberParsed } from '../parsed-texts.ts'

/** So many files may build on each other. */
const mostFiles = 5

export type FollowedConfiguration =
  | { ok: true; configuration: Configuration; layers: ConfigurationLayer[] }
  /** `path` and `key`: which file, and which version of it. */
  | { ok: false; path: string; key: string; faults: string[] }

/**
 * The file that holds in the repository `own`, and those that it builds on by `_extends`, strongest first. All must be of one owner: who configures a
 * repository decides who may do what in it.
 */
export async function followExtends(
  own: string,
  first: ConfigurationFile,
  read: ReadElsewhere,
): Promise<FollowedConfiguration> {
  const layers: ConfigurationLayer[] = []
  const texts: string[] = []
  for (let file: ConfigurationFile | null = first; file !== null;) {
    const { text, repository, path } = file
    const refused = { ok: false as const, path: renderConfigurationPlace(file, own), key: file.version }
    const parsed = rememberParsed(parseConfiguration, text, () => parseConfiguration(text))
    if (!parsed.ok) return { ...refused, faults: parsed.faults }
    layers.push({ place: { repository, path }, said: parsed.said })
    texts.push(text)
    const { _extends: extended } = parsed.configuration
    if (extended === undefined) break
    const refuse = (why: string): FollowedConfiguration => ({
      ...refused,
      faults: [`${parsed.extendsAt}: ${why}.`],
    })
    const place = placeOfExtends(extended, file)
    const name = renderConfigurationPlace(place, own)
    if (readOwner(place) !== readOwner(first))
      return refuse(
        recordText('`_extends: {extended}` names a repository of somebody else; only those of {owner} are read', {
          extended,
          owner: readOwner(first),
        }),
      )
    if (layers.some((layer) => isSamePlace(layer.place, place)))
      return refuse(
        recordText('`_extends: {extended}` goes in a circle: `{place}` builds on this file', { extended, place: name }),
      )
    if (layers.length === mostFiles)
      return refuse(
        recordText('`_extends: {extended}` is one too many: {n} files may build on each other', {
          extended,
          n: mostFiles,
        }),
      )
    file = await read(place)
    if (file === null)
      return refuse(
        recordText(
          '`_extends: {extended}` is not there: `{place}` does not exist on the default branch, or this App may not read it. Where the repository is private, install the App there too',
          { extended, place: name },
        ),
      )
  }
  const configuration = rememberParsed(layerConfigurations, texts.join('\0'), () => layerConfigurations(layers))
  return { ok: true, configuration, layers }
}

function readOwner({ repository }: ConfigurationPlace): string {
  return repository.slice(0, repository.indexOf('/')).toLowerCase()
}
