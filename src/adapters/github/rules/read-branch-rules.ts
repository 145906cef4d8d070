import { createHash } from 'node:crypto'
import type { Octokit } from '@octokit/rest'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { BranchRules, HeldRule } from '../../../application/ports/forge/repository-rules.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call, statusOf } from '../client/github-fault.ts'

const RuleSchema = z.looseObject({
  type: z.string(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  ruleset_id: z.int().optional(),
})

/** Any Octokit: an App's, or one with whatever token somebody has. */
type RulesOctokit = Pick<Octokit, 'paginate' | 'rest'>
type Place = Pick<RepositoryRef, 'owner' | 'name'>

export async function readBranchRules(octokit: RulesOctokit, place: Place, branch: string): Promise<BranchRules> {
  const [rules, isProtected, repository] = await Promise.all([
    readHeldRules(octokit, place, branch),
    readProtection(octokit, place, branch),
    readRepository(octokit, place),
  ])
  const told = { rules, isProtected, repository }
  const text = canonicalize(told) ?? ''
  return { ...told, digest: createHash('sha256').update(text).digest('hex').slice(0, 16) }
}

/** Rulesets and their rules take no more permission than any App has. */
export async function readHeldRules(
  octokit: RulesOctokit,
  { owner, name }: Place,
  branch: string,
): Promise<HeldRule[]> {
  const place = { owner, repo: name }
  const found = await call('read the rules of the branch', () =>
    octokit.paginate(octokit.rest.repos.getBranchRules, { ...place, branch, per_page: 100 }),
  )
  const rules = z.array(RuleSchema).parse(found)
  const ids = [...new Set(rules.flatMap(({ ruleset_id: id }) => id ?? []))]
  const rulesets = new Map(
    await Promise.all(ids.map(async (id) => [id, await readRuleset(octokit, place, id)] as const)),
  )
  return rules.map(({ type, parameters = {}, ruleset_id: id }) => ({
    type,
    parameters,
    ruleset: id === undefined ? null : (rulesets.get(id) ?? null),
  }))
}

/** One of an organisation may be seen by its owners alone. */
async function readRuleset(
  octokit: RulesOctokit,
  place: { owner: string; repo: string },
  id: number,
): Promise<HeldRule['ruleset']> {
  try {
    const { data } = await octokit.rest.repos.getRepoRuleset({ ...place, ruleset_id: id })
    const bypass = data.current_user_can_bypass
    return { id, name: data.name, isBypassed: bypass === 'always' || bypass === 'exempt' }
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 403) return null
    return call('read the ruleset', () => Promise.reject(error))
  }
}

/** Whether a branch that is there has classic protection. */
async function readProtection(octokit: RulesOctokit, { owner, name }: Place, branch: string): Promise<boolean> {
  try {
    const { data } = await octokit.rest.repos.getBranch({ owner, repo: name, branch })
    return data.protection.enabled === true
  } catch (error) {
    if (statusOf(error) === 404) return false
    return call('read the protection of the branch', () => Promise.reject(error))
  }
}

async function readRepository(octokit: RulesOctokit, { owner, name }: Place): Promise<BranchRules['repository']> {
  const { data } = await call('read the repository', () => octokit.rest.repos.get({ owner, repo: name }))
  return {
    isArchived: data.archived,
    hasIssues: data.has_issues,
    isPrivate: data.private,
    mergeMethods: [
      ...(data.allow_merge_commit === false ? [] : (['merge'] as const)),
      ...(data.allow_squash_merge === false ? [] : (['squash'] as const)),
      ...(data.allow_rebase_merge === false ? [] : (['rebase'] as const)),
    ],
  }
}
