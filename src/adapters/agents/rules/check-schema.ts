import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import canonicalize from 'canonicalize'
import { RE2JS } from 're2js'
import { askPerson, fail, type CriterionFinding, pass } from './finding.ts'
import type { Target } from './read-targets.ts'
import { recordText } from '../../../domain/language/message.ts'

/** Patterns in schemas run under RE2 too. Ajv tells compiled ones apart by their text. */
const regExp = Object.assign(
  (pattern: string) => {
    const expression = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return { test: (text: string) => expression.matcher(text).find(), toString: () => pattern }
  },
  { code: 'new RegExp' },
)
const options: Options = { strict: false, allErrors: false, validateFormats: false, code: { regExp }, logger: false }

/** Holds every document of the file against a JSON Schema (draft 7 or 2020-12). What a schema may cost has no bound. */
export function checkSchema(
  file: Target,
  values: readonly unknown[],
  schema: Record<string, unknown>,
): CriterionFinding {
  const validate = compile(schema)
  if (typeof validate === 'string') return askPerson(validate)
  for (const value of values) {
    if (validate(value)) continue
    const faults = (validate.errors ?? []).map(describeError).join('; ')
    return fail(`${file.path}: ${faults || recordText('does not fit the schema')}`)
  }

  return pass(recordText('{path} fits the schema, {bytes} bytes', { path: file.path, bytes: file.bytes.length }))
}

function compile(schema: Record<string, unknown>) {
  const isDraft7 = typeof schema['$schema'] === 'string' && schema['$schema'].includes('draft-07')
  const ajv = isDraft7 ? new Ajv(options) : new Ajv2020(options)
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: hasUniqueItems })
  try {
    return ajv.compile(schema)
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : String(error)
    return recordText("the schema can't be read: {why}", { why })
  }
}

/** Ajv's own compares each pair: quadratic in what a deliverable holds. */
function hasUniqueItems(isWanted: boolean, items: unknown[]): boolean {
  return !isWanted || new Set(items.map((item) => canonicalize(item))).size === items.length
}

function describeError(error: ErrorObject): string {
  return `${error.instancePath === '' ? 'it' : error.instancePath} ${error.message ?? error.keyword}`.slice(0, 200)
}
