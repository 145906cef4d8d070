/** `countersign agents --json`: agents that a server knows, and whether they can work on it. */
export interface AgentsReport {
  schema_version: 1
  /** Whether commands and agents can be confined on this machine; tried, not guessed. */
  isolation: { bubblewrap: boolean; unconfined_allowed: boolean }
  /** Models that the server serves, the first for who doesn't choose. */
  models: string[]
  agents: AgentReport[]
  /** Of this machine, that isolated runs may read (`PACKAGE_CACHES`). */
  package_caches: PackageCacheReport[]
}

export interface PackageCacheReport {
  tool: string
  path: string
  /** Folders below it that are shown; none where nothing is there. */
  shown: string[]
}

export interface AgentReport {
  name: string
  /** Its program on this machine; null where it isn't there, or needs none. */
  file: string | null
  /** Of its npm package; null where it is in none. Of `model` ours. */
  version: string | null
  model: string | null
  /** That its session is set to; null: its own. */
  mode: string | null
  /** `tools`: a model alone, with tools of ours. */
  protocol: 'acp' | 'json' | 'tools'
  /** `refused`: this machine can't, and without isolation nothing runs. */
  isolated: 'yes' | 'no' | 'refused'
  /** Clauses after its name; empty where it can work. */
  lacks: string[]
}
