import { presentRelease } from '../present/release.ts'
import { presentWebhook } from '../present/webhook.ts'
import { resolveCommit } from '../handler/resolve-commit.ts'
import type { RouteContext } from '../handler/route.ts'
import { GitHubError } from '../handler/route.ts'
import { validationFailed } from '../handler/validation-failed.ts'
import type { Release, Repository } from '../world/world.ts'
import { RuleRefusal } from '../rules/rule-refusal.ts'
import { refuseByRules } from '../rules/judge-update.ts'
import { zeroSha } from '../world/ref-change.ts'

/** Makes a release public: its tag is created where it doesn't exist, at `target_commitish`. */
export async function publishRelease(
  context: RouteContext,
  repo: Repository,
  release: Release,
  { isNew }: { isNew: boolean },
): Promise<void> {
  await createTag(context, repo, release)
  release.draft = false
  release.publishedAt = context.now()
  if (isNew) emitRelease(context, repo, release, 'created')
  emitRelease(context, repo, release, 'published')
  emitRelease(context, repo, release, release.prerelease ? 'prereleased' : 'released')
}

/** Emits a `release` event. */
export function emitRelease(
  context: RouteContext,
  repo: Repository,
  release: Release,
  action: 'created' | 'published' | 'released' | 'prereleased' | 'edited' | 'deleted',
  extra: Record<string, unknown> = {},
): void {
  const payload = { action, release: presentRelease(context, repo, release), ...extra }
  context.emit(repo, 'release', action, presentWebhook(context, repo, context.user().login, payload))
}

async function createTag(context: RouteContext, repo: Repository, release: Release): Promise<void> {
  const git = context.git(repo)
  const ref = `refs/tags/${release.tagName}`
  if ((await git.readRef(ref)) !== undefined) return
  const after = await resolveTarget(context, repo, release)
  await refuseTagByRules(context, repo, ref, after)
  if (await git.updateRef(ref, undefined, after))
    await context.refChanged(repo, { ref, before: zeroSha, after, pusher: context.user() })
}

/** What a rule says of its tag is an error of the release, as GitHub tells it (github-community-projects/ospo-reusable-workflows#83). */
async function refuseTagByRules(context: RouteContext, repo: Repository, ref: string, after: string): Promise<void> {
  try {
    await refuseByRules(context, repo, { ref, before: undefined, after })
  } catch (error) {
    if (!(error instanceof RuleRefusal)) throw error
    throw validationFailed(
      { resource: 'Release', field: 'pre_receive', code: 'custom', message: `pre_receive ${error.message}` },
      { resource: 'Release', code: 'custom', message: 'Published releases must have a valid tag' },
    )
  }
}

async function resolveTarget(context: RouteContext, repo: Repository, release: Release): Promise<string> {
  try {
    return await resolveCommit(context.git(repo), release.targetCommitish)
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    throw validationFailed({ resource: 'Release', field: 'target_commitish', code: 'invalid' })
  }
}
