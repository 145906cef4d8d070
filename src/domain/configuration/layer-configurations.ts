import { type Configuration, ConfigurationSchema, defaultConfiguration } from './configuration.ts'
import type { ConfigurationPlace } from './configuration-file.ts'

/** What one file says, without the defaults. */
export interface ConfigurationLayer {
  place: ConfigurationPlace
  said: Record<string, unknown>
}

/** What is wrong with a file; `key` names this version of it. */
export interface ConfigurationFaults {
  path: string
  key: string
  faults: string[]
}

/** Which files hold, strongest first, and what is wrong with them as they stand now, if anything is. */
export interface ConfigurationReport {
  layers: readonly ConfigurationLayer[]
  faults: ConfigurationFaults | null
}

/** A key, what holds for it, and whose that is. */
export interface ConfiguredValue {
  /** `run.parallel`. */
  key: string
  value: unknown
  place: ConfigurationPlace
}

/** Layers as one, the first of them strongest: mappings are joined key by key, everything else is taken whole. */
export function layerConfigurations(layers: readonly ConfigurationLayer[]): Configuration {
  const [only] = layers
  if (only === undefined) return defaultConfiguration
  return ConfigurationSchema.parse(
    layers.map(({ said }) => settingsOf(said)).reduceRight((below, said) => join(below, said)),
  )
}

/** Each key that some layer says, in the order of the schema, from the strongest that does. */
export function listConfiguredValues(layers: readonly ConfigurationLayer[]): ConfiguredValue[] {
  const found = new Map<string, ConfiguredValue>()
  for (const { place, said } of layers) {
    for (const [key, value] of listLeaves(settingsOf(said))) if (!found.has(key)) found.set(key, { key, value, place })
  }
  const order = listLeaves(defaultConfiguration).map(([key]) => key)
  const rank = ({ key }: ConfiguredValue): number => (order.includes(key) ? order.indexOf(key) : order.length)
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b))
}

/** Without what is said of the file itself, which is nobody else's. */
function settingsOf(said: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(said).filter(([key]) => key !== '_extends' && key !== '$schema'))
}

function join(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
  const joined = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const under = joined[key]
    joined[key] = isMapping(value) && isMapping(under) ? join(under, value) : value
  }
  return joined
}

function listLeaves(value: Record<string, unknown>, at = ''): [key: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    isMapping(inner) ? listLeaves(inner, `${at}${key}.`) : [[`${at}${key}`, inner] satisfies [string, unknown]],
  )
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
