import type { App } from './app.ts'
import type { World } from './world.ts'

/** GitHub's own ids of Actions and of its bot. */
const appId = 15_368
const botId = 41_898_282
const slug = 'github-actions'

/** Names under `on:` that a workflow may have and that this GitHub knows. */
const events = [
  'check_run',
  'create',
  'delete',
  'issue_comment',
  'issues',
  'merge_group',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'push',
  'repository_dispatch',
  'status',
  'workflow_dispatch',
  'workflow_run',
]

/** Two things start workflows although a job's token did them. */
const alwaysTold = new Set(['workflow_dispatch', 'repository_dispatch'])

/** The App whose installation tokens are the `GITHUB_TOKEN` of jobs: as on GitHub it is on every repository. */
export function getActionsApp(world: World, account: string): App {
  const found = world.apps.find((app) => app.slug === slug)
  if (found !== undefined) return found
  const botLogin = `${slug}[bot]`
  world.users.push({ id: botId, login: botLogin, name: botLogin, type: 'Bot' })
  const app: App = {
    id: appId,
    slug,
    name: 'GitHub Actions',
    clientId: '',
    // Nobody signs in as it.
    privateKey: '',
    publicKey: '',
    webhookSecret: '',
    webhookUrl: null,
    botLogin,
    installations: [{ id: world.nextId++, account, repositoryIds: [], permissions: {}, events, tokens: [] }],
  }
  world.apps.push(app)
  return app
}

/** What a job does with its token starts no workflow, so that none runs in circles. */
export function startsWorkflows(app: App, actor: { kind: string; app?: App }, event: string): boolean {
  const isOwn = actor.kind === 'installation' && actor.app === app
  return app.slug !== slug || !isOwn || alwaysTold.has(event)
}

export function isActionsApp(app: Pick<App, 'slug'>): boolean {
  return app.slug === slug
}
