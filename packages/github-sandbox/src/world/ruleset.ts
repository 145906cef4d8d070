/** One rule, by GitHub's name for its type; those that nothing here enforces are listed all the same. */
export interface Rule {
  type: string
  parameters?: Record<string, unknown>
}

/** A ruleset, or classic protection of the branches that a pattern names. */
export interface Ruleset {
  id: number
  name: string
  target: 'branch' | 'tag'
  enforcement: 'active' | 'evaluate' | 'disabled'
  /** Full refs in GitHub's patterns, `~DEFAULT_BRANCH` or `~ALL`. */
  include: string[]
  exclude: string[]
  rules: Rule[]
  bypassActors: { actor_id: number | null; actor_type: string; bypass_mode: string }[]
  createdAt: string
  updatedAt: string
  /** Branch protection, which the API of rulesets doesn't know and which refuses in other words. */
  classic?: true
}
