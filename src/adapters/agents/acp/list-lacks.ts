import { recordText } from '../../../domain/language/message.ts'
import { type AgentPlaces, findAgent } from './find-agent.ts'
import type { Recipe } from './recipe.ts'

export interface AgentHere {
  name: string
  recipe: Recipe
  places: AgentPlaces
  /** That this server serves, the first for who doesn't choose. */
  models: readonly string[]
}

/** Why an agent can't work on this server now, each as a clause after its name; empty where it can. */
export function listLacks({ name, recipe, places, models }: AgentHere): string[] {
  const lacks: string[] = []
  if (models.length === 0)
    lacks.push(recordText('has no model on this server: whoever runs it names one with `MODELS` (docs/agents.md)'))
  else if (recipe.model !== null && !models.includes(recipe.model))
    lacks.push(
      recordText("is to use the model `{model}`, which isn't among {models}", {
        model: recipe.model,
        models: models.join(', '),
      }),
    )
  if (findAgent(name, recipe, places) === undefined) {
    const { install } = recipe
    lacks.push(
      install === ''
        ? recordText("isn't installed on this server")
        : recordText("isn't installed on this server: {install} on the server installs it", { install }),
    )
  }
  return lacks
}
