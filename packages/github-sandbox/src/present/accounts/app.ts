import { nodeId } from '../../world/node-id.ts'
import type { App } from '../../world/app.ts'
import type { PresentContext } from '../present-context.ts'
import { presentLogin } from './user.ts'

/** Schema `integration`. An App knows no date of birth here, so it shows GitHub Apps' own. */
export function presentApp(context: PresentContext, app: App) {
  const first = app.installations[0]

  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('App', app.id),
    client_id: app.clientId,
    owner: presentLogin(context, first?.account ?? app.botLogin),
    name: app.name,
    description: '',
    external_url: context.web,
    html_url: `${context.web}/apps/${app.slug}`,
    created_at: '2016-09-14T00:00:00Z',
    updated_at: '2016-09-14T00:00:00Z',
    permissions: first?.permissions ?? {},
    events: first?.events ?? [],
  }
}

/** The App behind a slug or its bot's login as `integration`, or null. */
export function presentViaApp(context: PresentContext, slugOrLogin: string | null) {
  const app = context.world.apps.find((one) => one.slug === slugOrLogin || one.botLogin === slugOrLogin)

  return app ? presentApp(context, app) : null
}
