import { unknownPerson } from '../../../domain/records/artifact.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { WebhookContext, Where } from '../webhook/webhook-place.ts'

export interface RestUser {
  login: string
  id: number
  type?: string | undefined
}

/** What an answer of the REST API says is read as if a webhook had brought it, by `user`. */
export function restWhere(
  repository: RepositoryRef,
  user: RestUser | null | undefined,
  context: WebhookContext,
): Where {
  const { login, id, type } = user ?? { ...unknownPerson, type: 'User' }
  return {
    repository,
    envelope: {
      sender: { login, id, ...(type === undefined ? {} : { type }) },
      repository: { full_name: repository.key, default_branch: '' },
    },
    sender: { login, id, appId: null, isBot: type === 'Bot' },
    context,
  }
}

export function isOurs(user: RestUser | null | undefined, context: WebhookContext): boolean {
  return user != null && context.ourLogins.includes(user.login)
}
