import { recordOf, textOf } from '../../handler/body-value.ts'
import { presentWebhook } from '../../present/webhook.ts'
import type { Routes } from '../../handler/route.ts'

export const dispatchRoutes: Routes = {
  'POST /repos/{owner}/{repo}/dispatches': (context) => {
    const repo = context.repository()
    const { login } = context.user()
    context.require(repo, 'write', 'contents', 'write')
    const action = textOf(context.body['event_type']) ?? ''
    const client_payload = recordOf(context.body['client_payload'])
    const payload = { action, branch: repo.defaultBranch, client_payload }
    context.emit(repo, 'repository_dispatch', action, presentWebhook(context, repo, login, payload))

    return { status: 204 }
  },
}
