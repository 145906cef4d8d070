import { ruleNames, type RuleName } from './obstacle.ts'
import { ownBranches } from './explain-obstacle.ts'

/** A rule as it holds for a branch. */
export interface SeenRule {
  type: string
  parameters: Readonly<Record<string, unknown>>
  ruleset: { name: string } | null
}

/** What `doctor --rules` looked at. */
export interface RulesFacts {
  defaultBranch: { name: string; rules: readonly SeenRule[]; isProtected: boolean }
  /** Of the branches below `countersign/`. */
  ours: { rules: readonly SeenRule[]; isProtected: boolean }
  repository: { isArchived: boolean; hasIssues: boolean; isEmpty: boolean; mergeMethods: readonly string[] }
  /** The App's, where it is known: a check of that name from anybody else is worth nothing. */
  appId: number | null
  /** Name of the check that is to be required. */
  check: string
}

/** `blocks`: work can't go on; `missing`: what the gate is for isn't enforced; `note`: worth knowing, nothing to do. */
export interface RuleFinding {
  kind: 'blocks' | 'missing' | 'note'
  what: string
  next: string | null
}

/** What of a repository's own rules is in the way, and what is missing for the gate to be enforced (docs/protect.md). */
export function judgeRules(facts: RulesFacts): RuleFinding[] {
  return [...judgeRepository(facts), ...judgeOwnBranches(facts), ...judgeDefaultBranch(facts)]
}

function judgeRepository({ repository }: RulesFacts): RuleFinding[] {
  const { isArchived, hasIssues, isEmpty, mergeMethods } = repository
  const found: RuleFinding[] = []
  if (isArchived) found.push(blocks('the repository is archived: nothing in it can be changed', 'unarchive it'))
  if (!hasIssues)
    found.push(blocks('issues are switched off: plans are made for issues', 'Settings → General → Features → Issues'))
  if (isEmpty) found.push(blocks('the repository has no commit', 'push a first commit to the default branch'))
  if (!mergeMethods.includes('merge'))
    found.push(
      worthKnowing(
        'merge commits are not allowed for pull requests: tasks are merged by their branches, which GitHub shows as merged',
      ),
    )
  return found
}

/** What keeps branches from being made, moved, merged into or deleted by the App. */
const blocking: readonly RuleName[] = [
  'creation',
  'update',
  'deletion',
  'pull_request',
  'status_checks',
  'linear_history',
  'merge_queue',
  'deployments',
]

function judgeOwnBranches({ ours }: RulesFacts): RuleFinding[] {
  const found = blocking.flatMap((name): RuleFinding[] => {
    if (name === 'pull_request' && ours.rules.some(({ type }) => type === 'merge_queue')) return []
    const held = ours.rules.filter(({ type }) => type === ruleNames[name].type)
    if (held.length === 0) return []
    const what = `“${ruleNames[name].name}”${ofRulesets(held)} holds for the branches below \`countersign/\``
    return [blocks(what, `exclude \`${ownBranches}\` there, or put the App on the bypass list`)]
  })
  if (ours.rules.some(({ type }) => type === 'required_signatures'))
    found.push(
      worthKnowing(
        '“Require signed commits” holds for our branches: the App’s commits are signed by GitHub, and people have to sign what they push there',
      ),
    )
  if (ours.rules.some(({ type }) => type === 'non_fast_forward'))
    found.push(
      worthKnowing('“Block force pushes” holds for our branches: `/doctor fix` can’t put one back that was rewritten'),
    )
  if (ours.isProtected)
    found.push(
      blocks(
        'classic branch protection holds for the branches below `countersign/`',
        'let its pattern leave them out, or allow the App what it restricts',
      ),
    )
  return found
}

function judgeDefaultBranch({ defaultBranch: { name, rules, isProtected }, appId, check }: RulesFacts): RuleFinding[] {
  const found: RuleFinding[] = []
  const required = findRequired(rules, check)
  const unread = isProtected ? ' (classic branch protection holds there, too, and takes an administrator to read)' : ''
  if (required === undefined)
    found.push(
      missing(
        `no ruleset requires the check \`${check}\` on \`${name}\`${unread}: a final pull request can be merged whatever was approved`,
        `a ruleset for the default branch: “Require status checks to pass” → \`${check}\``,
      ),
    )
  else if (typeof required.integration_id !== 'number')
    found.push(
      missing(
        `the check \`${check}\` may come from anybody: any App and any workflow could post it`,
        'choose this App as its source in the ruleset',
      ),
    )
  else if (appId !== null && required.integration_id !== appId)
    found.push(
      blocks(
        `the check \`${check}\` is required of the App ${required.integration_id}, and this one is ${appId}`,
        'choose this App as its source in the ruleset',
      ),
    )
  const types = new Set(rules.map(({ type }) => type))
  if (!types.has('pull_request') && !types.has('merge_queue') && !isProtected)
    found.push(
      missing(
        `\`${name}\` takes pushes without a pull request: what is pushed there passes no check`,
        'in the same ruleset: “Require a pull request before merging”',
      ),
    )
  if (!types.has('non_fast_forward') && !isProtected)
    found.push(missing(`\`${name}\` can be rewritten by a force push`, 'in the same ruleset: “Block force pushes”'))
  if (types.has('merge_queue'))
    found.push(
      worthKnowing('merge queue: the check is answered there, which takes the App’s permission *merge queues: read*'),
    )
  if (types.has('required_linear_history'))
    found.push(worthKnowing('linear history: the final pull request is merged by squash or rebase'))
  if (types.has('required_signatures'))
    found.push(
      worthKnowing(
        'signed commits: the App’s are; versions that people push must be, or the final pull request is merged by squash',
      ),
    )
  return found
}

function findRequired(rules: readonly SeenRule[], check: string): { integration_id?: unknown } | undefined {
  const contexts = rules.flatMap(({ type, parameters }) => {
    const listed = type === 'required_status_checks' ? parameters['required_status_checks'] : []
    return Array.isArray(listed) ? (listed as { context?: unknown; integration_id?: unknown }[]) : []
  })
  const named = contexts.filter(({ context }) => context === check)
  return named.find(({ integration_id: app }) => typeof app === 'number') ?? named[0]
}

function ofRulesets(rules: readonly SeenRule[]): string {
  const names = [...new Set(rules.flatMap(({ ruleset }) => ruleset?.name ?? []))]
  return names.length === 0 ? '' : ` of ${names.map((name) => `“${name}”`).join(' and ')}`
}

function blocks(what: string, next: string): RuleFinding {
  return { kind: 'blocks', what, next }
}

function missing(what: string, next: string): RuleFinding {
  return { kind: 'missing', what, next }
}

function worthKnowing(what: string): RuleFinding {
  return { kind: 'note', what, next: null }
}
