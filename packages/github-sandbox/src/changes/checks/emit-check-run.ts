import type { ChangeContext } from '../../handler/change-context.ts'
import { presentCheckRun } from '../../present/checks/check-run.ts'
import { presentCheckSuite } from '../../present/checks/check-suite.ts'
import { presentWebhook } from '../../present/webhook.ts'
import { GitHubError } from '../../handler/route.ts'
import type { CheckRun, Repository } from '../../world/world.ts'

/** Emits `check_run`: created, completed, rerequested or requested_action. */
export function emitCheckRun(
  context: ChangeContext,
  repo: Repository,
  run: CheckRun,
  sender: string,
  action: 'created' | 'completed' | 'rerequested' | 'requested_action',
  extra: Record<string, unknown> = {},
): void {
  const payload = {
    action,
    check_run: {
      ...presentCheckRun(context, repo, run),
      check_suite: presentCheckSuite(context, repo, run),
    },
    ...extra,
  }
  context.emit(repo, 'check_run', action, presentWebhook(context, repo, sender, payload))
}

/** A person presses one of a check run's buttons; throws 422 where it has no such button. */
export function requestCheckAction(
  context: ChangeContext,
  repo: Repository,
  run: CheckRun,
  sender: string,
  identifier: string,
): void {
  if (!run.actions.some((action) => action.identifier === identifier))
    throw new GitHubError(422, `No action ${identifier}`)
  emitCheckRun(context, repo, run, sender, 'requested_action', { requested_action: { identifier } })
}
