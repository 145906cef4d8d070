import { z } from 'zod'
import { RecipeSchema } from '../../adapters/agents/acp/recipe.ts'
import { executorNamePattern } from '../../domain/configuration/executor-names.ts'

const { environment, home, args, protocol, install, mode, model, program } = RecipeSchema.shape

const taken = ['human', 'patch', 'shell', 'auto', 'model', 'runner']

/** What `AGENTS_FILE` names: agents of one's own, and other settings for those that come with this version. */
export const AgentsFileSchema = z.strictObject({
  agents: z
    .record(
      z
        .string()
        .regex(executorNamePattern, 'must be a name of small letters, digits, - and _')
        .refine((name) => !taken.includes(name) && !name.startsWith('@'), 'is a name that is taken'),
      z.strictObject({
        program: program.optional(),
        args: args.unwrap().optional(),
        environment: environment.unwrap().optional(),
        home: home.unwrap().optional(),
        mode: mode.unwrap().optional(),
        model: model.unwrap().optional(),
        protocol: protocol.unwrap().optional(),
        install: install.unwrap().optional(),
      }),
    )
    .default({})
    .describe('By the name that plans give. What a built-in one is not told here stays as it is.'),
})
