import type { ChangeContext } from '../../handler/change-context.ts'
import { presentLabel } from '../../present/label.ts'
import { presentWebhook } from '../../present/webhook.ts'
import type { Label, Repository } from '../../world/world.ts'

/** Emits a `label` event. */
export function emitLabel(
  context: ChangeContext,
  repo: Repository,
  label: Label,
  sender: string,
  action: 'created' | 'edited' | 'deleted',
  extra: Record<string, unknown> = {},
): void {
  const payload = { action, label: presentLabel(context, repo, label), ...extra }
  context.emit(repo, 'label', action, presentWebhook(context, repo, sender, payload))
}
