import type { ChangeContext } from '../../handler/change-context.ts'
import { presentIssue } from '../../present/issues/issue.ts'
import { presentPull } from '../../present/pulls/pull.ts'
import { presentWebhook } from '../../present/webhook.ts'
import { readPullStats } from '../../git/pull-stats.ts'
import type { Issue, Pull, Repository } from '../../world/world.ts'

/** Emits what happened to an issue: an `issues` event, or `pull_request` where the number is one's. */
export async function emitIssue(
  context: ChangeContext,
  repo: Repository,
  issue: Issue,
  sender: string,
  action: string,
  extra: Record<string, unknown> = {},
): Promise<void> {
  const pull = repo.pulls.find((one) => one.number === issue.number)
  if (pull) return emitPull(context, repo, pull, issue, sender, action, extra)
  const payload = { action, issue: presentIssue(context, repo, issue), ...extra }
  context.emit(repo, 'issues', action, presentWebhook(context, repo, sender, payload))
}

/** Emits a `pull_request` event. */
export async function emitPull(
  context: ChangeContext,
  repo: Repository,
  pull: Pull,
  issue: Issue,
  sender: string,
  action: string,
  extra: Record<string, unknown> = {},
): Promise<void> {
  const stats = await readPullStats(context.git(repo), pull)
  const payload = {
    action,
    number: pull.number,
    pull_request: presentPull(context, repo, pull, issue, stats),
    ...extra,
  }
  context.emit(repo, 'pull_request', action, presentWebhook(context, repo, sender, payload))
}
