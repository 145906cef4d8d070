import { call } from '../../adapters/github/client/github-fault.ts'
import type { GitHubOctokit } from '../../adapters/github/client/installation-client.ts'
import { CountersignFault } from '../../application/fault.ts'
import type { Identity } from '../server/identify-app.ts'

/** Whom `GITHUB_TOKEN` makes the bot, on each GitHub. */
export const jobTokenLogin = 'github-actions[bot]'

const whoQuery = 'query { viewer { login } }'

/**
 * Who a job's token makes the bot: `github-actions[bot]` with `GITHUB_TOKEN`, or an App. A person's token is refused: what
 * the bot does itself is no news to it, so it would be deaf to that person.
 */
export async function identifyToken(octokit: GitHubOctokit): Promise<Identity> {
  const { viewer } = await call('see whose token it is', () => octokit.graphql<{ viewer: { login: string } }>(whoQuery))
  const slug = /^(.+)\[bot\]$/.exec(viewer.login)?.[1]
  if (slug === undefined) throw personal(viewer.login)
  const { data } = await call('see which App it is', () => octokit.rest.apps.getBySlug({ app_slug: slug }))
  if (data === null) throw personal(viewer.login)
  return { appId: data.id, botLogin: viewer.login, ourLogins: [viewer.login] }
}

function personal(login: string): CountersignFault {
  return new CountersignFault(
    'configuration_invalid',
    `the token is @${login}'s, and the bot can't be a person`,
    'Give the Action no token, so that it takes GITHUB_TOKEN, or one that actions/create-github-app-token makes for an App.',
  )
}
