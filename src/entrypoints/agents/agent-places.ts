import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AgentPlaces } from '../../adapters/agents/acp/find-agent.ts'

/** Where agents are looked for: what `scripts/install-agents.sh` installed, then PATH. */
export function agentPlaces(dir: string | undefined, env: Record<string, string | undefined>): AgentPlaces {
  const cache = env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  return { dir: resolve(dir ?? join(cache, 'countersign', 'agents')), path: env['PATH'] ?? '' }
}
