import { schemasAddress } from '../../src/domain/configuration/configuration-file.ts'
import { z } from 'zod'
import type { PublishedSchema } from './published-schemas.ts'

/** A JSON Schema of draft 7, which all editors know, as text. What has a default may be left out; other keys may not be added. */
export function renderJsonSchema({ name, title, description, schema, takesEditorKey }: PublishedSchema): string {
  const { $schema, properties, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => closeObject(jsonSchema),
  })
  const editorKey = takesEditorKey === undefined ? {} : { $schema: { type: 'string', description: 'For editors.' } }
  const whole = {
    $schema,
    $id: `${schemasAddress}/${name}.schema.json`,
    title,
    description,
    ...rest,
    ...(properties === undefined ? {} : { properties: { ...editorKey, ...properties } }),
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}

/** Reading refuses keys that it doesn't know, also where zod alone would drop them. */
function closeObject(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  if (jsonSchema.properties !== undefined) jsonSchema.additionalProperties ??= false
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}
