import type { SeenRule } from './judge-rules.ts'

/** What is known of a repository before work begins in it. */
export interface Outlook {
  /** Rules over the branches of plans, but those that this App may bypass. */
  rules: readonly SeenRule[]
  /** Names of branches that the work could have to share a name with. */
  branches: ReadonlySet<string>
  /** `.gitattributes` of the default branch; '' where there is none. */
  attributes: string
}
