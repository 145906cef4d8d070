import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

const description = JSON.parse(
  readFileSync(new URL('../../src/sandbox/vendor/github-openapi.json', import.meta.url), 'utf8'),
) as object

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'github', ...(withNull(description) as object) })

/** What is wrong with a value by GitHub's published schema of that name; empty when nothing is. */
export function schemaFaults(name: string, value: unknown): string[] {
  const validate = ajv.compile({ $ref: `github#/components/schemas/${name}` })
  // A round trip, because what counts is what goes over the wire.
  validate(JSON.parse(JSON.stringify(value)))

  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

/** OpenAPI's `nullable` said in JSON Schema, also where it stands beside an enum or without a type. */
function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable, ...rest } = schema as Record<string, unknown>
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withNull(value)]))

  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner
}
