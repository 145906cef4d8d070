import { GitHubError } from '../handler/route.ts'
import type { HeldRule } from './find-rules.ts'

/** What a rule has against a change, in GitHub's words. */
export interface Violation {
  rule: HeldRule
  words: string
}

/** GitHub's refusal by rules; GraphQL has a type of its own for those of branch protection. */
export class RuleRefusal extends GitHubError {
  readonly isClassic: boolean

  constructor(status: number, message: string, isClassic: boolean) {
    super(status, message)
    this.isClassic = isClassic
  }
}

/** Throws where there is anything against it. Branch protection tells the first, rulesets tell all. */
export function refuseViolations(violations: readonly Violation[], status: number): void {
  const [first] = violations
  if (first === undefined) return
  const own = violations.filter(({ rule }) => rule.ruleset.classic !== true)
  if (own.length === 0) throw new RuleRefusal(status, first.words, true)
  const words = [...new Set(own.map((one) => `${one.words}\n\n`))]
  throw new RuleRefusal(status, `Repository rule violations found\n\n${words.join('')}`, false)
}
