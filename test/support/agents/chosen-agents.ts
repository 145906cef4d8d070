import { builtInRecipes } from '../../../src/adapters/agents/acp/built-in-recipes.ts'
import { findAgent } from '../../../src/adapters/agents/acp/find-agent.ts'
import { agentNames } from '../../../src/domain/configuration/executor-names.ts'
import { agentPlaces } from '../../../src/entrypoints/agents/agent-places.ts'

export type AgentName = (typeof agentNames)[number]

export const realPlaces = agentPlaces(process.env['AGENTS_DIR'], process.env)

/** Agents that are played with the real program: `REAL_AGENTS`, or these. Those that aren't installed are named aloud. */
export function chooseAgents(usual: readonly AgentName[]): AgentName[] {
  const wanted: readonly string[] = process.env['REAL_AGENTS']?.split(',') ?? usual
  const chosen = agentNames.filter((name) => wanted.includes(name) || wanted.includes('all'))
  return chosen.filter((name) => {
    const isThere = findAgent(name, builtInRecipes[name], realPlaces) !== undefined
    if (!isThere) console.warn(`NOT TRIED: ${name} isn't installed; bash scripts/install-agents.sh ${name}`)
    return isThere
  })
}
