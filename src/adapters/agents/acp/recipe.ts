import { z } from 'zod'

/** HOME, PATH and what tells the isolation apart are the server's; a key is the gateway's. */
const reserved = ['HOME', 'PATH', 'TMPDIR', 'USER', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'NODE_OPTIONS']
const name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)
const inHome = z
  .string()
  .max(200)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[\w./@-]+$/, 'must be a path below HOME')

/**
 * How one agent is started and set up. In arguments, values of the environment and files, `{{origin}}`, `{{token}}`,
 * `{{model}}`, `{{home}}` and `{{work}}` stand for what a run has.
 */
export const RecipeSchema = z.strictObject({
  program: z
    .string()
    .min(1)
    .describe('Its program: a path, or a name that is looked for in `AGENTS_DIR/NAME/node_modules/.bin` and on PATH.'),
  args: z.array(z.string()).default([]).describe('Arguments that make it speak the Agent Client Protocol.'),
  environment: z
    .record(name, z.string())
    .refine((all) => !Object.keys(all).some((one) => reserved.includes(one)), `must not set ${reserved.join(', ')}`)
    .default({})
    .describe('Its environment, beside PATH, HOME and the like. It gets nothing of the server’s.'),
  home: z
    .record(inHome, z.union([z.string(), z.record(z.string(), z.unknown())]))
    .default({})
    .describe('Files laid into its HOME, which is new for each run; what is no text is written as JSON.'),
  mode: z.string().nullable().default(null).describe('The mode that its session is set to; null leaves it as it is.'),
  model: z
    .string()
    .nullable()
    .default(null)
    .describe('The model it asks for, one of `MODELS`; null is the first of them.'),
  protocol: z
    .enum(['acp', 'json'])
    .default('acp')
    .describe(
      '`acp`: the Agent Client Protocol. `json`: the prompt is its last argument, and it ends when it is done.',
    ),
  install: z.string().default('').describe('Said where it isn’t there.'),
})
export type Recipe = z.infer<typeof RecipeSchema>

/** Where a run finds itself. */
export interface RunPlaces {
  origin: string
  token: string
  model: string
  home: string
  work: string
}

/** The text with what a run has in the places that are kept for it. */
export function fillPlaces(text: string, places: RunPlaces): string {
  const known: Readonly<Record<string, string>> = { ...places }
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, place: string) => known[place] ?? whole)
}

/** What a recipe comes to in one run. */
export function fillRecipe({ args, environment, home }: Recipe, places: RunPlaces) {
  const fill = (text: string) => fillPlaces(text, places)
  return {
    args: args.map(fill),
    environment: Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, fill(value)])),
    home: Object.entries(home).map(([path, content]) => ({
      path,
      text: fill(typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`),
    })),
  }
}
