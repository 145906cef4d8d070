import type { RouteContext } from '../handler/route.ts'
import { type HeldRule, mayBypass } from '../rules/find-rules.ts'
import type { Ruleset } from '../world/ruleset.ts'
import type { Repository } from '../world/world.ts'
import { nodeId } from '../world/node-id.ts'
import type { PresentContext } from './present-context.ts'
import { repositoryPage, repositoryUrl } from './repository.ts'

/** Schema `repository-ruleset`; lists have it without rules and conditions. */
export function presentRuleset(
  context: PresentContext & Pick<RouteContext, 'actor'>,
  repo: Repository,
  ruleset: Ruleset,
  form: 'short' | 'whole',
): Record<string, unknown> {
  const { id, name, target, enforcement, include, exclude, rules, bypassActors, createdAt, updatedAt } = ruleset
  const short = {
    id,
    name,
    target,
    source_type: 'Repository',
    source: `${repo.owner}/${repo.name}`,
    enforcement,
    node_id: nodeId('RepositoryRuleset', id),
    _links: {
      self: { href: `${repositoryUrl(context, repo)}/rulesets/${id}` },
      html: { href: `${repositoryPage(context, repo)}/rules/${id}` },
    },
    created_at: createdAt,
    updated_at: updatedAt,
  }
  if (form === 'short') return short
  const bypass = mayBypass(ruleset, repo, context.actor) ? 'always' : 'never'
  const conditions = { ref_name: { include, exclude } }
  return { ...short, conditions, rules, bypass_actors: bypassActors, current_user_can_bypass: bypass }
}

/** Schema `repository-rule-detailed`. */
export function presentHeldRule(repo: Repository, { ruleset, ...rule }: HeldRule): Record<string, unknown> {
  const source = { ruleset_source_type: 'Repository', ruleset_source: `${repo.owner}/${repo.name}` }
  return { ...rule, ...source, ruleset_id: ruleset.id }
}
