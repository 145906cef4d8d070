import { readFileSync } from 'node:fs'

export type JsonSchema = Record<string, unknown>

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: JsonSchema
  'x-multi-segment'?: boolean
}

export interface Operation {
  operationId: string
  parameters: Parameter[]
  requestBody: { required: boolean; contents: Record<string, JsonSchema> } | undefined
  /** By status; the schemas by content type. */
  responses: Record<string, Record<string, JsonSchema>>
}

export interface Description {
  /** By template, then by lower-case method. */
  operations: { key: string; method: string; template: string; operation: Operation }[]
  schemas: Record<string, JsonSchema>
}

/** Prefix under which the component schemas are known to the validator. */
export const schemaBase = 'https://api.github.com/schemas/'

/** Where the published text can't be meant: it inlines an installation whose account is a person and an enterprise at once. */
const corrections: Record<string, JsonSchema> = {
  'GET /app/installations': { type: 'array', items: { $ref: '#/components/schemas/installation' } },
}

let loaded: Description | undefined

/** GitHub's published description of its REST API, as JSON Schema: `nullable` spelt out, references resolved or made absolute. */
export function loadDescription(): Description {
  loaded ??= readDescription()
  return loaded
}

function readDescription(): Description {
  const file = new URL('./vendor/github-openapi.json', import.meta.url)
  const document = asRecord(JSON.parse(readFileSync(file, 'utf8')))
  const components = asRecord(document['components'])
  const resolve = (value: unknown): JsonSchema => {
    const record = asRecord(value)
    const target = record['$ref']
    const reference = typeof target === 'string' ? /^#\/components\/(\w+)\/(.+)$/.exec(target) : null
    return reference ? resolve(asRecord(components[reference[1] ?? ''])[reference[2] ?? '']) : record
  }
  const operations = Object.entries(asRecord(document['paths'])).flatMap(([template, methods]) =>
    Object.entries(asRecord(methods)).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${template}`,
      method: method.toUpperCase(),
      template,
      operation: correct(`${method.toUpperCase()} ${template}`, readOperation(asRecord(operation), resolve)),
    })),
  )
  const schemas = Object.entries(asRecord(components['schemas']))

  return { operations, schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, toJsonSchema(schema)])) }
}

function readOperation(operation: JsonSchema, resolve: (value: unknown) => JsonSchema): Operation {
  const body = operation['requestBody'] === undefined ? undefined : resolve(operation['requestBody'])
  const parameters = asList(operation['parameters']).map((parameter) => {
    const resolved = resolve(parameter)
    return { ...resolved, schema: toJsonSchema(resolved['schema']) } as unknown as Parameter
  })

  return {
    operationId: String(operation['operationId']),
    parameters,
    requestBody: body && { required: body['required'] === true, contents: readContents(body['content']) },
    responses: Object.fromEntries(
      Object.entries(asRecord(operation['responses'])).map(([status, response]) => [
        status,
        readContents(resolve(response)['content']),
      ]),
    ),
  }
}

function correct(key: string, operation: Operation): Operation {
  const schema = corrections[key]
  if (schema === undefined) return operation
  const contents = { 'application/json': toJsonSchema(schema) }
  return { ...operation, responses: { ...operation.responses, 200: contents } }
}

function readContents(content: unknown): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(asRecord(content)).map(([type, media]) => [type, toJsonSchema(asRecord(media)['schema'])]),
  )
}

/** OpenAPI 3.0 to JSON Schema: `nullable` may stand beside `enum`, `oneOf` or `allOf`, which only an alternative can express. */
function toJsonSchema(schema: unknown): JsonSchema {
  const { nullable, ...rest } = asRecord(convertWithin(schema))
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}

function convertWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isRecord(item) ? toJsonSchema(item) : item))
  if (!isRecord(value)) return value
  const converted: JsonSchema = {}
  for (const [key, inside] of Object.entries(value)) {
    if (key === 'example' || key === 'examples' || (key === 'description' && typeof inside === 'string')) continue
    if (key === '$ref') converted[key] = String(inside).replace('#/components/schemas/', schemaBase)
    else if (key === 'properties' || key === 'patternProperties') converted[key] = convertProperties(inside)
    else converted[key] = isRecord(inside) ? toJsonSchema(inside) : convertWithin(inside)
  }

  return converted
}

/** Names of properties are no keywords: one may be called `nullable` or `example`. */
function convertProperties(properties: unknown): JsonSchema {
  return Object.fromEntries(Object.entries(asRecord(properties)).map(([name, schema]) => [name, toJsonSchema(schema)]))
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asRecord(value: unknown): JsonSchema {
  return isRecord(value) ? value : {}
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
