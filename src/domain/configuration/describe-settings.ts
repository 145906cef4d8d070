import { z } from 'zod'

const NodeSchema = z.object({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  get items() {
    return NodeSchema.optional()
  },
  get anyOf() {
    return z.array(NodeSchema).optional()
  },
  /** What may stand under names of people's own choice. */
  get additionalProperties() {
    return z.union([z.boolean(), NodeSchema]).optional()
  },
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), NodeSchema).optional()
  },
})
type Node = z.infer<typeof NodeSchema>

export interface Setting {
  /** `review.min_score`, or the name of a variable. */
  name: string
  required: boolean
  /** What values it takes, in words. */
  allowed: string
  description: string
}

/** The leaves of an object schema in their order. Throws for one that nobody has described. */
export function describeSettings(schema: z.ZodType): Setting[] {
  return describeNode('', NodeSchema.parse(z.toJSONSchema(schema, { io: 'input' })))
}

function describeNode(prefix: string, node: Node): Setting[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]): Setting[] => {
    const name = `${prefix}${key}`
    if (child.properties !== undefined) return describeNode(`${name}.`, child)
    const own = typeof child.additionalProperties === 'object' ? child.additionalProperties : undefined
    const inList = child.items?.anyOf?.find(({ properties }) => properties !== undefined)
    if (own !== undefined) return describeNode(`${name}.NAME.`, own)
    if (inList !== undefined) return describeNode(`${name}[].`, inList)
    if (child.description === undefined) throw new Error(`${name} has no description in its schema`)
    const required = node.required?.includes(key) ?? false
    return [{ name, required, allowed: describeAllowed(child), description: child.description }]
  })
}

function describeAllowed(node: Node): string {
  if (node.enum !== undefined) return node.enum.map((value) => `\`${value}\``).join(', ')
  switch (node.type) {
    case 'boolean':
      return '`true`, `false`'
    case 'array':
      return node.items?.type === 'integer' ? 'list of whole numbers' : 'list of texts'
    case 'integer':
      return `whole number${describeRange(node)}`
    case 'number':
      return `number${describeRange(node)}`
    default:
      return describeText(node)
  }
}

function describeRange({ minimum, exclusiveMinimum, maximum }: Node): string {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`)
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (least === undefined) return ''
  if (most === undefined) return typeof least === 'number' ? ` from ${least}` : ` ${least}`
  return typeof least === 'number' ? ` from ${least} to ${most}` : ` ${least}, at most ${most}`
}

function describeText({ format, pattern, minLength, maxLength }: Node): string {
  if (format === 'uri') return 'address'
  if (pattern === String.raw`^\d+$`) return 'whole number'
  if (format === 'includes') return 'text'
  const most = maxLength === undefined ? '' : `at most ${maxLength}`
  const least = minLength === undefined || minLength === 1 ? '' : `at least ${minLength}`
  const length = [least, most].filter((part) => part !== '').join(', ')
  return length === '' ? 'text' : `text, ${length} characters`
}
