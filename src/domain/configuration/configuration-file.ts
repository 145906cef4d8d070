export const configurationPath = '.github/countersign.yml'

/** Where the files of `schemas/` are once the package is published: its newest version, by a mirror of npm that needs no account. */
export const schemasAddress = 'https://unpkg.com/countersign/schemas'

/** What an editor checks the file by, in the form that the YAML language server reads. */
export const schemaComment = `# yaml-language-server: $schema=${schemasAddress}/configuration.schema.json`

/** The repository whose file holds for all of an owner that have none: where GitHub takes an organisation's defaults from. */
export const ownersRepository = '.github'

/** Where a file of configuration stands, on the default branch of a repository. */
export interface ConfigurationPlace {
  /** `owner/name`. */
  repository: string
  path: string
}

/** A file of configuration as it was read; `version` is the git id of those very bytes. */
export interface ConfigurationFile extends ConfigurationPlace {
  text: string
  version: string
}

/** `.github/countersign.yml` in its own repository, `acme/.github:.github/countersign.yml` in any other. */
export function renderConfigurationPlace(place: ConfigurationPlace, own: string): string {
  return isSameName(place.repository, own) ? place.path : `${place.repository}:${place.path}`
}

export function isSamePlace(one: ConfigurationPlace, other: ConfigurationPlace): boolean {
  return isSameName(one.repository, other.repository) && one.path === other.path
}

/** GitHub tells no names apart by case. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** What `_extends` may hold: `policy`, `acme/policy`, either with `:path/to/file.yml`. */
export const extendsPattern = /^(?:[\w-]{1,39}\/)?[\w.-]{1,100}(?::[\w./-]{1,200}\.ya?ml)?$/

/** The place that `_extends` of a file means; without an owner it is the file's own. */
export function placeOfExtends(value: string, { repository: from }: ConfigurationPlace): ConfigurationPlace {
  const [name = '', path = configurationPath] = value.split(':')
  const owner = from.slice(0, from.indexOf('/'))
  return { repository: name.includes('/') ? name : `${owner}/${name}`, path }
}
