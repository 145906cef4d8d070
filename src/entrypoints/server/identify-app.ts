import { createPrivateKey } from 'node:crypto'
import type { ProbotOctokit } from 'probot'
import { toGitHubFault } from '../../adapters/github/client/github-fault.ts'
import { CountersignFault } from '../../application/fault.ts'
import type { Settings } from '../settings/settings.ts'

/** Who the App is on GitHub. */
export interface Identity {
  /** Of the App that the bot acts as. */
  appId: number
  botLogin: string
  /** What these do is no news (I12). */
  ourLogins: readonly string[]
}

/** Throws `configuration_invalid` for a key that nothing can be signed with: no other try would find it better. */
export function expectKey({ PRIVATE_KEY }: Pick<Settings, 'PRIVATE_KEY'>): void {
  const why = findKeyFault(PRIVATE_KEY)
  if (why === undefined) return
  throw new CountersignFault(
    'configuration_invalid',
    "PRIVATE_KEY can't be read",
    `It ${why}. It is the whole text of the PEM file that GitHub gave; line ends may be written as \\n.`,
  )
}

function findKeyFault(pem: string): string | undefined {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? undefined : 'is no RSA key, as those of GitHub Apps are'
  } catch {
    // What OpenSSL says may show parts of it, and helps nobody.
    return 'is no private key in PEM form, or not all of one'
  }
}

/** Asks GitHub as the App, and as the second identity where there is one. */
export async function identifyApp(
  app: ProbotOctokit,
  reviewer: ProbotOctokit | null,
  settings: Settings,
): Promise<Identity> {
  const slug = readSlug((await firstCall(settings, 'app', () => app.rest.apps.getAuthenticated())).data, settings)
  const botLogin = `${slug}[bot]`
  const appId = settings.APP_ID
  if (reviewer === null) return { appId, botLogin, ourLogins: [botLogin] }
  const { data } = await firstCall(settings, 'reviewer', () => reviewer.rest.users.getAuthenticated())
  return { appId, botLogin, ourLogins: [botLogin, data.login] }
}

/** The first thing that is asked of GitHub: who can't reach it, or isn't known there, learns what, where, and what to look at. */
async function firstCall<T>(settings: Settings, who: 'app' | 'reviewer', act: () => Promise<T>): Promise<T> {
  const { GITHUB_API_URL: url, APP_ID: id } = settings
  try {
    return await act()
  } catch (error) {
    const what = who === 'app' ? `this App (APP_ID ${id})` : 'REVIEWER_TOKEN'
    const { code, message } = toGitHubFault(error, '')
    const why = message.replace(/^: /, '')
    if (code === 'github_unavailable')
      throw new CountersignFault(
        code,
        `GitHub doesn't answer at ${url}: ${why}`,
        'Look whether GITHUB_API_URL is right, GitHub is up, and this machine may reach it (name resolution, firewall, proxy); then start again.',
        error,
      )
    const pair = who === 'app' ? 'APP_ID and PRIVATE_KEY belong together and' : 'it is a valid token, which belongs'
    throw new CountersignFault(
      code,
      `GitHub at ${url} doesn't know ${what}: ${why}`,
      `Look whether ${pair} to that GitHub (GITHUB_API_URL).`,
      error,
    )
  }
}

/** A page to log in by, or another server, answers too. */
function readSlug(data: unknown, { GITHUB_API_URL: url }: Settings): string {
  const slug = typeof data === 'object' && data !== null && 'slug' in data ? data.slug : undefined
  if (typeof slug === 'string' && slug !== '') return slug
  throw new CountersignFault(
    'configuration_invalid',
    `what answers at ${url} is not GitHub's API`,
    'GITHUB_API_URL is https://api.github.com, or https://HOST/api/v3 of a GitHub Enterprise Server.',
  )
}
