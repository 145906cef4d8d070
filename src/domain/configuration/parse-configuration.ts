import { type Configuration, ConfigurationSchema } from './configuration.ts'
import { findSchemaFaults } from '../text/find-schema-faults.ts'
import { parseSafeYaml } from '../text/parse-safe-yaml.ts'

export type ParsedConfiguration = { ok: true; configuration: Configuration } | { ok: false; faults: string[] }

/**
 * Reads `.github/countersign.yml`; an empty file is all defaults. Each fault is a sentence with line and column, what
 * stands there, and what may.
 */
export function parseConfiguration(text: string): ParsedConfiguration {
  const yaml = parseSafeYaml(text)
  if (!yaml.ok) return yaml
  const value = yaml.value ?? {}
  const faults = findSchemaFaults(ConfigurationSchema, value, yaml.locate)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, configuration: ConfigurationSchema.parse(value) }
}
