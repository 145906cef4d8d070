import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { builtInRecipes } from '../../adapters/agents/acp/built-in-recipes.ts'
import { type Recipe, RecipeSchema } from '../../adapters/agents/acp/recipe.ts'
import { CountersignFault } from '../../application/fault.ts'
import { AgentsFileSchema } from './agents-file.ts'

/** All agents that this server knows, those of `AGENTS_FILE` among them. Throws `configuration_invalid` with all that is wrong. */
export async function readRecipes(path: string | undefined): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>(Object.entries(builtInRecipes))
  if (path === undefined) return recipes
  const parsed = AgentsFileSchema.safeParse((await readYaml(path)) ?? {})
  if (!parsed.success) throw invalid(path, parsed.error.issues)
  for (const [name, given] of Object.entries(parsed.data.agents)) {
    const recipe = RecipeSchema.safeParse({ ...recipes.get(name), ...given })
    if (!recipe.success)
      throw invalid(
        path,
        recipe.error.issues.map((issue) => ({ ...issue, path: ['agents', name, ...issue.path] })),
      )
    recipes.set(name, recipe.data)
  }
  return recipes
}

async function readYaml(path: string): Promise<unknown> {
  try {
    return parse(await readFile(path, 'utf8'), { maxAliasCount: 0 })
  } catch (error) {
    throw invalid(path, [{ path: [], message: error instanceof Error ? error.message : String(error) }])
  }
}

interface Issue {
  path: PropertyKey[]
  message: string
  /** What is wrong with a key, where its own message says only that something is. */
  issues?: readonly { message: string }[]
}

function invalid(path: string, found: readonly Issue[]): CountersignFault {
  const faults = found.map(({ path: place, message, issues = [] }) => {
    const why = issues.length === 0 ? message : issues.map((issue) => issue.message).join(', ')
    return `${place.map(String).join('.') || 'AGENTS_FILE'}: ${why}`
  })
  return new CountersignFault(
    'configuration_invalid',
    `${path} is not set up right`,
    `${faults.join('; ')}. docs/agents.md shows how an agent is added.`,
  )
}
