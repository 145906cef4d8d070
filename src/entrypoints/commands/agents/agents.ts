import pkg from '../../../../package.json' with { type: 'json' }
import { type AgentPlaces, findAgent } from '../../../adapters/agents/acp/find-agent.ts'
import { findModelLack, modelExecutor } from '../../../adapters/agents/executor/create-model-executor.ts'
import { listLacks } from '../../../adapters/agents/acp/list-lacks.ts'
import type { Recipe } from '../../../adapters/agents/acp/recipe.ts'
import { listParts } from '../../../adapters/workspace/isolation/package-caches.ts'
import type { AgentReport, AgentsReport } from '../../../domain/records/agents-report.ts'
import type { Terminal } from '../../../views/terminal/plan-text.ts'
import { renderAgentsText } from '../../../views/terminal/agents-text.ts'
import { agentPlaces } from '../../agents/agent-places.ts'
import { readRecipes } from '../../agents/read-recipes.ts'
import { readModelOptions } from '../../models/read-model-options.ts'
import { canIsolate } from '../../settings/can-isolate.ts'
import { listPackageCaches } from '../../settings/list-package-caches.ts'
import { parseAgentSettings } from '../../settings/parse-settings.ts'
import type { CommandIo } from '../verify.ts'

/** `countersign agents`: exit code 0 one at least can work here, 1 none can; throws where the settings are wrong. */
export async function runAgents(
  { json }: { json?: boolean },
  io: CommandIo & { terminal: Terminal },
  isolates: typeof canIsolate = canIsolate,
): Promise<number> {
  const report = await look(io.env, isolates)
  io.stdout(json === true ? `${JSON.stringify(report, null, 2)}\n` : renderAgentsText(report, io.terminal))
  return report.agents.some(({ lacks }) => lacks.length === 0) ? 0 : 1
}

async function look(env: CommandIo['env'], isolates: typeof canIsolate): Promise<AgentsReport> {
  const settings = parseAgentSettings(env)
  const recipes = await readRecipes(settings.AGENTS_FILE)
  const models = (await readModelOptions(settings, env))?.models.map(({ name }) => name) ?? []
  const places = agentPlaces(settings.AGENTS_DIR, env)
  const isolation = {
    bubblewrap: await isolates(env),
    unconfined_allowed: settings.UNCONFINED_COMMANDS === 'allowed',
  }
  const agents = [...recipes]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, recipe]) => describe({ name, recipe, places, models }, isolation))
  const caches = listPackageCaches(settings.PACKAGE_CACHES).map((cache) => ({ ...cache, shown: listParts(cache) }))
  return {
    schema_version: 1,
    isolation,
    models,
    agents: [...agents, describeModel(models, isolation)],
    package_caches: caches,
  }
}

interface SoughtAgent {
  name: string
  recipe: Recipe
  places: AgentPlaces
  models: readonly string[]
}

function describe(looked: SoughtAgent, isolation: AgentsReport['isolation']): AgentReport {
  const { name, recipe, places, models } = looked
  const found = findAgent(name, recipe, places)
  const isolated = describeIsolation(isolation)
  const unconfined =
    isolated === 'refused'
      ? ["can't be isolated on this machine: `bash scripts/install-isolation.sh` installs bubblewrap"]
      : []
  return {
    name,
    file: found?.file ?? null,
    version: found?.version ?? null,
    model: recipe.model ?? models[0] ?? null,
    mode: recipe.mode,
    protocol: recipe.protocol,
    isolated,
    lacks: [...listLacks(looked), ...unconfined],
  }
}

/** It works without isolation too, by files alone. */
function describeModel(models: readonly string[], isolation: AgentsReport['isolation']): AgentReport {
  const lack = findModelLack(models)
  return {
    name: modelExecutor,
    file: null,
    version: pkg.version,
    model: models[0] ?? null,
    mode: null,
    protocol: 'tools',
    isolated: describeIsolation(isolation),
    lacks: lack === undefined ? [] : [lack],
  }
}

function describeIsolation({ bubblewrap, unconfined_allowed: isAllowed }: AgentsReport['isolation']) {
  return bubblewrap ? 'yes' : isAllowed ? 'no' : 'refused'
}
