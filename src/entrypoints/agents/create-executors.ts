import { createAcpExecutor } from '../../adapters/agents/acp/create-acp-executor.ts'
import type { Recipe } from '../../adapters/agents/acp/recipe.ts'
import { createModelExecutor } from '../../adapters/agents/executor/create-model-executor.ts'
import { createHumanExecutor } from '../../adapters/agents/human/create-human-executor.ts'
import { createPatchExecutor } from '../../adapters/agents/patch/create-patch-executor.ts'
import { createShellExecutor } from '../../adapters/agents/shell/create-shell-executor.ts'
import type { ModelGateway } from '../../application/ports/models/model-gateway.ts'
import type { Executor } from '../../application/ports/roles/executor.ts'
import { agentPlaces } from './agent-places.ts'

export interface ExecutorSetting {
  agentsDir: string | undefined
  env: Record<string, string | undefined>
  /** By the names that plans give. */
  recipes: ReadonlyMap<string, Recipe>
  /** Null where no model is configured. */
  models: ModelGateway | null
  redact: (text: string) => string
}

/** Whoever does tasks, by name: those that come with this version, and the agents that have a recipe. */
export function createExecutors({
  agentsDir,
  env,
  recipes,
  models,
  redact,
}: ExecutorSetting): ReadonlyMap<string, Executor> {
  const places = agentPlaces(agentsDir, env)
  const gateway = models ?? undefined
  const executors = [
    createPatchExecutor(),
    createShellExecutor(),
    createHumanExecutor(),
    createModelExecutor({ models: gateway, redact }),
    ...[...recipes].map(([name, recipe]) => createAcpExecutor({ name, recipe, places, models: gateway, redact })),
  ]
  return new Map(executors.map((executor) => [executor.name, executor]))
}
