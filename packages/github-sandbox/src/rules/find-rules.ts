import type { Actor } from '../handler/route.ts'
import type { Rule, Ruleset } from '../world/ruleset.ts'
import type { Repository } from '../world/world.ts'
import { isAbout } from './match-ref.ts'

/** A rule that holds, with where it stands. */
export interface HeldRule extends Rule {
  ruleset: Ruleset
}

/** The rules that hold for a ref, whoever asks. */
export function listRules(repo: Repository, ref: string): HeldRule[] {
  return (repo.rulesets ?? [])
    .filter((one) => one.enforcement === 'active' && isAbout(one, repo, ref))
    .flatMap((ruleset) => ruleset.rules.map((rule) => ({ ...rule, ruleset })))
}

/** The rules that hold for a ref and for this actor: who may bypass them is left alone. */
export function findRules(repo: Repository, actor: Actor, ref: string): HeldRule[] {
  return listRules(repo, ref).filter(({ ruleset }) => !mayBypass(ruleset, repo, actor))
}

/** GitHub's numbers of the roles that may be let past. */
const roleIds: Record<string, number> = { maintain: 2, write: 4, admin: 5 }

/** Whether a ruleset lets this actor past. */
export function mayBypass(ruleset: Ruleset, repo: Repository, actor: Actor): boolean {
  return ruleset.bypassActors.some(({ actor_id: id, actor_type: type }) => {
    switch (actor.kind) {
      case 'installation':
        return type === 'Integration' && id === actor.app.id
      case 'person':
        return type === 'RepositoryRole' && id === roleIds[repo.roles[actor.user.login] ?? '']
      case 'app':
      case 'anonymous':
        return false
    }
  })
}
