import { rename, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SandboxApp } from '../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import type { Playground } from './playground.ts'

type Repository = SandboxApp['sandbox']['world']['repositories'][number]
type Ruleset = NonNullable<Repository['rulesets']>[number]
type Rule = Ruleset['rules'][number]

/** The repository as GitHub keeps it: what its administrators change on its pages is changed here. */
export function repositoryOf({ sandbox }: Pick<SandboxApp, 'sandbox'>, { repository }: Playground): Repository {
  const found = sandbox.world.repositories.find((one) => `${one.owner}/${one.name}` === repository)
  if (found === undefined) throw new Error(`there is no ${repository}`)
  return found
}

/** An administrator makes a ruleset; over all branches unless told. */
export function makeRuleset(
  running: Pick<SandboxApp, 'sandbox'>,
  playground: Playground,
  rules: Ruleset['rules'],
  more: Partial<Ruleset> = {},
): Ruleset {
  const repo = repositoryOf(running, playground)
  const at = new Date().toISOString()
  const ruleset: Ruleset = {
    id: 9_000 + (repo.rulesets?.length ?? 0),
    name: 'House rules',
    target: 'branch',
    enforcement: 'active',
    include: ['~ALL'],
    exclude: [],
    rules,
    bypassActors: [],
    createdAt: at,
    updatedAt: at,
    ...more,
  }
  repo.rulesets = [...(repo.rulesets ?? []), ruleset]
  return ruleset
}

/** What the thread says to do: our branches are let alone. */
export function excludeOurs(ruleset: Ruleset): void {
  ruleset.exclude = ['refs/heads/countersign/**/*']
}

/** As GitHub has it, with everything that it can say. */
export function reviewsRule(approvals: number, methods: readonly string[] = ['merge', 'squash', 'rebase']): Rule {
  return {
    type: 'pull_request',
    parameters: {
      required_approving_review_count: approvals,
      allowed_merge_methods: [...methods],
      dismiss_stale_reviews_on_push: false,
      require_code_owner_review: false,
      require_last_push_approval: false,
      required_review_thread_resolution: false,
    },
  }
}

export function checksRule(...contexts: string[]): Rule {
  return {
    type: 'required_status_checks',
    parameters: {
      required_status_checks: contexts.map((context) => ({ context })),
      strict_required_status_checks_policy: false,
      do_not_enforce_on_create: true,
    },
  }
}

/** An owner renames the repository: what is asked at the old name is sent on. What is returned gives it its name back. */
export async function moveRepository(
  running: Pick<SandboxApp, 'sandbox'>,
  playground: Playground,
  name: string,
): Promise<() => void> {
  const repo = repositoryOf(running, playground)
  const former = repo.name
  const to = join(dirname(playground.bareDir), `${name}.git`)
  await rename(playground.bareDir, to)
  // The test goes on to look at it where it was.
  await symlink(to, playground.bareDir)
  repo.formerNames = [...(repo.formerNames ?? []), playground.repository]
  repo.name = name
  return () => {
    repo.name = former
  }
}

/** An owner gives the repository to another organisation. What is returned gives it its first owner back. */
export async function transferRepository(
  running: Pick<SandboxApp, 'sandbox'>,
  playground: Playground,
  owner: string,
): Promise<() => void> {
  const repo = repositoryOf(running, playground)
  const former = repo.owner
  const { dir } = await running.sandbox.transferRepository(playground.repository, owner)
  // The test goes on to look at it where it was.
  await symlink(dir, playground.bareDir)
  return () => {
    repo.owner = former
  }
}
