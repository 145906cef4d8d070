import { zeroSha } from '../../world/ref-change.ts'
import type { RefChange } from '../../world/ref-change.ts'
import { presentPush } from '../../present/code/push.ts'
import { presentWebhook } from '../../present/webhook.ts'
import type { RouteContext } from '../../handler/route.ts'
import type { Repository } from '../../world/world.ts'

/** What GitHub tells about a changed ref: `create` or `delete` for branches and tags, and `push`. */
export async function announceRefChange(context: RouteContext, repo: Repository, change: RefChange): Promise<void> {
  const named = /^refs\/(heads|tags)\/(.+)$/.exec(change.ref)
  if (named === null) return
  const sender = change.pusher.login
  repo.pushedAt = context.now()
  if (context.world.apps.every((app) => app.webhookUrl === null)) return
  const about = { ref: named[2] ?? '', ref_type: named[1] === 'heads' ? 'branch' : 'tag', pusher_type: 'user' }
  if (change.before === zeroSha) {
    const created = { ...about, master_branch: repo.defaultBranch, description: repo.description }
    context.emit(repo, 'create', null, presentWebhook(context, repo, sender, created))
  }
  if (change.after === zeroSha) context.emit(repo, 'delete', null, presentWebhook(context, repo, sender, about))
  const push = presentWebhook(context, repo, sender, await presentPush(context, context.git(repo), repo, change))
  context.emit(repo, 'push', null, { ...push, repository: presentPushedRepository(push['repository'], repo) })
}

/** The repository of a `push` has its own old form: times in seconds and a few more names. */
function presentPushedRepository(presented: unknown, repo: Repository): Record<string, unknown> {
  const repository = Object(presented) as Record<string, unknown>
  const owner = Object(repository['owner']) as Record<string, unknown>

  return {
    ...repository,
    owner: { name: repo.owner, email: null, ...owner },
    created_at: Date.parse(repo.createdAt) / 1000,
    pushed_at: Date.parse(repo.pushedAt) / 1000,
    stargazers: 0,
    master_branch: repo.defaultBranch,
    organization: repo.owner,
  }
}
