import { type Configuration, ConfigurationSchema } from './configuration.ts'
import { findSchemaFaults } from '../text/find-schema-faults.ts'
import { parseSafeYaml, renderPlace } from '../text/parse-safe-yaml.ts'

export type ParsedConfiguration =
  | {
      ok: true
      configuration: Configuration
      /** What the file says, without the defaults. */
      said: Record<string, unknown>
      /** Where `_extends` stands: `Line 1, column 11`. */
      extendsAt: string
    }
  | { ok: false; faults: string[] }

/**
 * Reads `.github/countersign.yml`; an empty file is all defaults. Each fault is a sentence with line and column, what
 * stands there, and what may.
 */
export function parseConfiguration(text: string): ParsedConfiguration {
  const yaml = parseSafeYaml(text)
  if (!yaml.ok) return yaml
  const value = yaml.value ?? {}
  const faults = findSchemaFaults(ConfigurationSchema, value, yaml.locate)
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    configuration: ConfigurationSchema.parse(value),
    said: value as Record<string, unknown>,
    extendsAt: renderPlace(yaml.locate(['_extends'])),
  }
}
