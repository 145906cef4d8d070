import { z } from 'zod'
import { dialects } from '../../adapters/models/dialects/dialect.ts'
import { providerKinds } from '../../adapters/models/upstream/provider.ts'
import { SpendLimitsSchema } from '../../domain/models/spend-limits.ts'

const address = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
const name = z.string().regex(/^[\w.:/@-]{1,200}$/, 'must have letters, digits and . _ : / @ - only')
const registryName = z
  .string()
  .max(253)
  .regex(
    /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/,
    'must be a name such as registry.npmjs.org, in lower case',
  )
  .refine((host) => !/\.\d+$/.test(host), 'must be a name, not an address')
const dollars = z.number().nonnegative()

const ProviderSchema = z.strictObject({
  kind: z
    .enum(providerKinds)
    .describe(
      'Whose way of addresses and keys it has; `compatible` for every server that has OpenAI’s `/chat/completions`.',
    ),
  base_url: address
    .optional()
    .describe('Where it is. Left out, the provider’s own address; `azure`, `bedrock` and `compatible` have none.'),
  key_from: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]*$/, 'must be the name of a variable, not a key')
    .optional()
    .describe('Variable of the environment that holds its key. A key itself never stands in this file.'),
  speaks: z
    .array(z.enum(dialects))
    .min(1)
    .optional()
    .describe(
      'Dialects that it has, where they are others than usual for its kind; the first is asked for agents that speak none of them.',
    ),
})

const PriceSchema = z.strictObject({
  input: dollars.describe('Dollars for a million tokens of input.'),
  output: dollars.describe('Dollars for a million tokens of output.'),
  cache_read: dollars.optional().describe('For those read from a cache; as other input, where left out.'),
  cache_write: dollars.optional().describe('For those written to one.'),
})

const ModelSchema = z.strictObject({
  name: name.describe('As agents ask for it.'),
  provider: z.string().optional().describe('By the name above; may be left out where there is one.'),
  model: name.optional().describe('As the provider calls it, where that is otherwise.'),
  price: PriceSchema.optional().describe('Comes before the table of prices that Countersign brings along.'),
})

/** The file that `MODELS_FILE` names. */
export const ModelFileSchema = z.strictObject({
  providers: z
    .record(z.string().regex(/^[\w-]{1,40}$/), ProviderSchema)
    .default({})
    .describe('By names of your own, beside those that the environment sets up as `openai`, `anthropic` and `google`.'),
  models: z
    .array(z.union([name, ModelSchema]))
    .min(1)
    .describe('All that may be used; nothing else ever is.'),
  other_models: z
    .string()
    .default('first')
    .describe(
      'What is done with a call for another model (agents make some on the side): `refused`, `first` for the first of the list in its place, or a name from it.',
    ),
  hosted_tools: z
    .enum(['dropped', 'allowed'])
    .default('dropped')
    .describe(
      'Tools that the provider runs itself, such as search and connectors, and addresses that it is to fetch: a network for agents that have none.',
    ),
  limits: SpendLimitsSchema.default({ run: { requests: 500, tokens: 20_000_000 } }).describe(
    'A limit that is reached stops the work until a person decides.',
  ),
  registries: z
    .array(
      z.union([
        registryName,
        z.strictObject({
          host: registryName.describe('Its exact name.'),
          private: z.boolean().default(false).describe('Whether it may stand at an address of a private network.'),
        }),
      ]),
    )
    .max(50)
    .default([])
    .describe(
      'Package registries that isolated agents may reach, by exact name (`registry.npmjs.org`; for pip `pypi.org` and `files.pythonhosted.org`), on port 443. What an agent knows can be carried there.',
    ),
  keep_texts: z
    .boolean()
    .default(false)
    .describe(
      'Whether calls and answers are kept as they are (keys taken out) for 90 days, beside their sizes and hashes.',
    ),
})
export type ModelFile = z.infer<typeof ModelFileSchema>
