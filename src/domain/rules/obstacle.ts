import { z } from 'zod'

/** Rules of a repository, each with its name on GitHub's page of rulesets and the type that the API gives it. */
export const ruleNames = {
  creation: { name: 'Restrict creations', type: 'creation' },
  update: { name: 'Restrict updates', type: 'update' },
  deletion: { name: 'Restrict deletions', type: 'deletion' },
  force_push: { name: 'Block force pushes', type: 'non_fast_forward' },
  pull_request: { name: 'Require a pull request before merging', type: 'pull_request' },
  reviews: { name: 'Require a pull request before merging: required approvals', type: 'pull_request' },
  merge_method: { name: 'Require a pull request before merging: allowed merge methods', type: 'pull_request' },
  status_checks: { name: 'Require status checks to pass', type: 'required_status_checks' },
  signatures: { name: 'Require signed commits', type: 'required_signatures' },
  linear_history: { name: 'Require linear history', type: 'required_linear_history' },
  merge_queue: { name: 'Require merge queue', type: 'merge_queue' },
  deployments: { name: 'Require deployments to succeed', type: 'required_deployments' },
  pattern: { name: 'Restrict commit metadata or branch names', type: null },
  push_protection: { name: 'Push protection for secrets', type: null },
  other: { name: 'a rule of the repository', type: null },
} as const
export type RuleName = keyof typeof ruleNames

/** What stands against a request beside rules: how the repository is, and what the App was given. */
export const conditions = [
  'archived',
  'issues_off',
  'empty',
  'immutable_release',
  'permission',
  'branch_taken',
] as const

/**
 * Why GitHub refused for good: until a person changes something in the repository, the same request meets the same.
 * `rulesets`: names of those that hold the rule, as far as they could be read; `seen`: all that was read, to know it changed.
 */
export const ObstacleSchema = z.strictObject({
  kind: z.enum([...(Object.keys(ruleNames) as [RuleName, ...RuleName[]]), ...conditions]),
  says: z.string(),
  rulesets: z.array(z.string()).optional(),
  seen: z.string().optional(),
})
export type Obstacle = z.infer<typeof ObstacleSchema>

export function isRule(kind: Obstacle['kind']): kind is RuleName {
  return Object.hasOwn(ruleNames, kind)
}
