import type { App, Installation } from '../../world/app.ts'
import type { PresentContext } from '../present-context.ts'
import { presentLogin } from './user.ts'

/** Schema `installation`. */
export function presentInstallation(context: PresentContext, app: App, installation: Installation) {
  const account = presentLogin(context, installation.account)

  return {
    id: installation.id,
    account,
    repository_selection: 'all',
    access_tokens_url: `${context.api}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${context.api}/installation/repositories`,
    html_url: `${context.web}/organizations/${installation.account}/settings/installations/${installation.id}`,
    app_id: app.id,
    app_slug: app.slug,
    client_id: app.clientId,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: installation.events,
    created_at: '2016-09-14T00:00:00Z',
    updated_at: '2016-09-14T00:00:00Z',
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  }
}
