import type { Repository } from '../world/world.ts'
import { presentOrganization } from './accounts/organization.ts'
import type { PresentContext } from './present-context.ts'
import { presentRepository } from './repository.ts'
import { presentLogin } from './accounts/user.ts'

/** A webhook payload: what happened, then where and by whom (`installation` is put in for each App on delivery). */
export function presentWebhook(
  context: PresentContext,
  repo: Repository,
  sender: string,
  payload: Record<string, unknown>,
): Record<string, unknown> {
  const organization = presentOrganization(context, repo.owner)

  return {
    ...payload,
    repository: presentRepository(context, repo),
    ...(organization ? { organization } : {}),
    sender: presentLogin(context, sender),
  }
}
