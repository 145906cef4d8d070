import { listOf, recordOf, textOf } from '../../handler/body-value.ts'
import { orNotFound } from '../../handler/or-not-found.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { listRules } from '../../rules/find-rules.ts'
import { presentHeldRule, presentRuleset } from '../../present/ruleset.ts'
import type { Rule, Ruleset } from '../../world/ruleset.ts'
import type { Repository } from '../../world/world.ts'

/** Rulesets of a repository, and the rules that come of them for a branch. Classic protection isn't among them. */
export const rulesetRoutes: Routes = {
  'GET /repos/{owner}/{repo}/rulesets': (context) => {
    const repo = openRules(context)
    return { status: 200, list: listOwn(repo).map((one) => presentRuleset(context, repo, one, 'short')) }
  },
  'POST /repos/{owner}/{repo}/rulesets': (context) => {
    const repo = openForChanges(context)
    const at = context.now()
    const ruleset: Ruleset = { ...buildRuleset(context), id: context.newId(), createdAt: at, updatedAt: at }
    repo.rulesets = [...(repo.rulesets ?? []), ruleset]
    return { status: 201, body: presentRuleset(context, repo, ruleset, 'whole') }
  },
  'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': (context) => {
    const repo = openRules(context)
    return { status: 200, body: presentRuleset(context, repo, getRuleset(context, repo), 'whole') }
  },
  'PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}': (context) => {
    const repo = openForChanges(context)
    const ruleset = getRuleset(context, repo)
    const given = buildRuleset(context)
    const { body } = context
    Object.assign(ruleset, {
      ...(body['name'] === undefined ? {} : { name: given.name }),
      ...(body['target'] === undefined ? {} : { target: given.target }),
      ...(body['enforcement'] === undefined ? {} : { enforcement: given.enforcement }),
      ...(body['conditions'] === undefined ? {} : { include: given.include, exclude: given.exclude }),
      ...(body['rules'] === undefined ? {} : { rules: given.rules }),
      ...(body['bypass_actors'] === undefined ? {} : { bypassActors: given.bypassActors }),
      updatedAt: context.now(),
    })
    return { status: 200, body: presentRuleset(context, repo, ruleset, 'whole') }
  },
  'DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}': (context) => {
    const repo = openForChanges(context)
    const ruleset = getRuleset(context, repo)
    repo.rulesets = (repo.rulesets ?? []).filter((one) => one !== ruleset)
    return { status: 204 }
  },
  'GET /repos/{owner}/{repo}/rules/branches/{branch}': (context) => {
    const repo = openRules(context)
    const rules = listRules(repo, `refs/heads/${context.params['branch'] ?? ''}`)
    const shown = rules.filter(({ ruleset }) => ruleset.classic !== true)
    return { status: 200, list: shown.map((rule) => presentHeldRule(repo, rule)) }
  },
}

function openRules(context: RouteContext): Repository {
  const repo = context.repository()
  context.require(repo, 'read', 'metadata', 'read')
  return repo
}

function openForChanges(context: RouteContext): Repository {
  const repo = context.repository()
  context.require(repo, 'admin', 'administration', 'write')
  return repo
}

function listOwn(repo: Repository): Ruleset[] {
  return (repo.rulesets ?? []).filter((one) => one.classic !== true)
}

function getRuleset(context: RouteContext, repo: Repository): Ruleset {
  return orNotFound(listOwn(repo).find((one) => one.id === Number(context.params['ruleset_id'])))
}

function buildRuleset({ body }: RouteContext): Omit<Ruleset, 'id' | 'createdAt' | 'updatedAt'> {
  const names = recordOf(recordOf(body['conditions'])['ref_name'])
  return {
    name: textOf(body['name']) ?? '',
    target: body['target'] === 'tag' ? 'tag' : 'branch',
    enforcement: (textOf(body['enforcement']) ?? 'disabled') as Ruleset['enforcement'],
    include: listOf(names['include']).map(String),
    exclude: listOf(names['exclude']).map(String),
    rules: listOf(body['rules']).map((one) => recordOf(one) as unknown as Rule),
    bypassActors: listOf(body['bypass_actors']).map((one) => recordOf(one) as Ruleset['bypassActors'][number]),
  }
}
