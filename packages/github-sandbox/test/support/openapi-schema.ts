import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { loadDescription, schemaBase } from '../../src/openapi/load-description.ts'

const ajv = new Ajv({ strict: false, validateSchema: false, inlineRefs: false, allErrors: true })
addFormats.default(ajv)
for (const [name, schema] of Object.entries(loadDescription().schemas)) ajv.addSchema(schema, `${schemaBase}${name}`)

/** What is wrong with a value by GitHub's published schema of that name; empty when nothing is. */
export function schemaFaults(name: string, value: unknown): string[] {
  const validate = ajv.compile({ $ref: `${schemaBase}${name}` })
  // A round trip, because what counts is what goes over the wire.
  validate(JSON.parse(JSON.stringify(value)))

  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}
