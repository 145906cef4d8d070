import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { loadDescription, schemaBase, type JsonSchema, type Operation } from './load-description.ts'

const validators = new WeakMap<JsonSchema, ValidateFunction>()
const parameterSchemas = new WeakMap<Operation, JsonSchema>()
let strictAjv: Ajv | undefined
let coercingAjv: Ajv | undefined

/** What is wrong with path and query, in words; numbers and booleans may be written as text there. */
export function findParameterFaults(
  operation: Operation,
  params: Record<string, string>,
  query: Record<string, string>,
): string[] {
  let schema = parameterSchemas.get(operation)
  if (schema === undefined) {
    schema = schemaOfParameters(operation)
    parameterSchemas.set(operation, schema)
  }
  coercingAjv ??= createAjv(true)

  return findFaults(coercingAjv, schema, { path: { ...params }, query: { ...query } })
}

/** What is wrong with a JSON request body, in GitHub's words. */
export function findBodyFaults(operation: Operation, body: unknown): string[] {
  const schema = operation.requestBody?.contents['application/json']
  strictAjv ??= createAjv(false)

  return schema === undefined ? [] : findFaults(strictAjv, schema, body)
}

/** What contradicts the published description in an answer; empty when it is as GitHub's would be. */
export function findAnswerFaults(operation: Operation, answer: { status: number; body: unknown }): string[] {
  const contents = operation.responses[String(answer.status)]
  if (contents === undefined)
    return answer.status >= 400 ? findErrorFaults(answer.body) : [`status ${answer.status} is not described`]
  const schema = contents['application/json']
  if (answer.status >= 400 && schema === undefined) return findErrorFaults(answer.body)
  if (schema === undefined)
    return answer.body === undefined || contents['text/html'] ? [] : [`status ${answer.status} has no body`]
  strictAjv ??= createAjv(false)

  return findFaults(strictAjv, schema, answer.body)
}

function findErrorFaults(body: unknown): string[] {
  const hasMessage = typeof body === 'object' && body !== null && typeof Reflect.get(body, 'message') === 'string'
  return hasMessage ? [] : ['an error without a message']
}

function findFaults(ajv: Ajv, schema: JsonSchema, value: unknown): string[] {
  let validate = validators.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(schema)
    validators.set(schema, validate)
  }

  return validate(value) ? [] : [...new Set((validate.errors ?? []).map(renderSchemaFault))]
}

function renderSchemaFault(error: ErrorObject): string {
  const where = error.instancePath.slice(1)
  const params = error.params as Record<string, unknown>
  if (error.keyword === 'required')
    return `${where ? `For '${where}', ` : ''}"${String(params['missingProperty'])}" wasn't supplied.`
  return `${where ? `For '${where}', the value` : 'The body'} ${error.message ?? 'is wrong'}${error.keyword === 'enum' ? `: ${String(params['allowedValues'])}` : ''}.`
}

function schemaOfParameters(operation: Operation): JsonSchema {
  const within = (place: 'path' | 'query') => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place)
    return {
      type: 'object',
      properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, asText(parameter.schema)])),
      required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    }
  }

  return { type: 'object', properties: { path: within('path'), query: within('query') } }
}

/** Of a parameter that may be an id or a name: written as text, an id is both. */
function asText(schema: JsonSchema): JsonSchema {
  return 'oneOf' in schema ? { anyOf: schema['oneOf'] } : schema
}

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    // Most schemas check a few answers: what compiles fastest is fastest.
    code: { optimize: false },
    logger: false,
    allErrors: true,
    coerceTypes,
  })
  addFormats.default(ajv)
  for (const [name, schema] of Object.entries(loadDescription().schemas)) ajv.addSchema(schema, `${schemaBase}${name}`)

  return ajv
}
