import { createHash, randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { recordOf, textOf } from '../handler/body-value.ts'
import { renderLayout } from '../pages/parts/render-layout.ts'
import { renderSignInPage } from '../pages/sign-in-page.ts'
import type { Internals } from '../instance/internals.ts'
import type { World } from '../world/world.ts'

/** What a person let an App have, until it fetches its token. */
interface Grant {
  login: string
  clientId: string
  back: string
  challenge: string | null
  until: number
}

const codeMs = 10 * 60 * 1_000
const tokenMs = 8 * 60 * 60 * 1_000

/**
 * Signing in to an App with GitHub: a page where one chooses whom to be, where GitHub asks for a password; state and PKCE
 * as there. https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 */
export function createSignIn(internals: Internals): Hono {
  const { world } = internals
  const grants = new Map<string, Grant>()
  const site = new Hono()

  site.get('/login/oauth/authorize', (c) => {
    const { client_id: clientId = '', redirect_uri: back = '' } = c.req.query()
    const app = world.apps.find((one) => one.clientId === clientId)
    if (app === undefined || !URL.canParse(back)) return c.text('Not Found', 404)
    c.header('content-security-policy', policyFor(back))
    c.header('vary', 'accept-language', { append: true })
    return c.html(renderLayout(renderSignInPage(world, app.name, c.req.query(), languageOf(c)), internals.version()))
  })

  site.post('/login/oauth/authorize', async (c) => {
    const form = await c.req.parseBody()
    const read = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
    const isOwn = new URL(c.req.url).origin === (c.req.header('origin') ?? '')
    const app = world.apps.find((one) => one.clientId === read('client_id'))
    const back = URL.parse(read('redirect_uri'))
    const person = world.users.find((one) => one.login === read('login') && one.token !== undefined)
    if (!isOwn || app === undefined || back === null || person === undefined) return c.text('Not Found', 404)
    const code = randomBytes(10).toString('hex')
    grants.set(code, {
      login: person.login,
      clientId: app.clientId,
      back: read('redirect_uri'),
      challenge: read('code_challenge') || null,
      until: Date.now() + codeMs,
    })
    back.searchParams.set('code', code)
    back.searchParams.set('state', read('state'))
    return c.redirect(back.href)
  })

  site.post('/login/oauth/access_token', async (c) => {
    const isJson = c.req.header('content-type')?.startsWith('application/json') === true
    const given = recordOf(isJson ? await c.req.json() : await c.req.parseBody())
    const read = (name: string) => textOf(given[name]) ?? ''
    const code = read('code')
    const grant = grants.get(code)
    grants.delete(code)
    const app = world.apps.find((one) => one.clientId === read('client_id'))
    // As GitHub does it: what is wrong stands in the body of a 200.
    if (app?.clientSecret === undefined || app.clientSecret !== read('client_secret'))
      return c.json({ error: 'incorrect_client_credentials' })
    const challenge = createHash('sha256').update(read('code_verifier')).digest('base64url')
    const fits = grant?.challenge === null || grant?.challenge === challenge
    if (grant === undefined || grant.until < Date.now() || grant.clientId !== app.clientId || !fits)
      return c.json({ error: 'bad_verification_code' })
    if (read('redirect_uri') !== '' && read('redirect_uri') !== grant.back)
      return c.json({ error: 'redirect_uri_mismatch' })
    const token = lendToken(world, grant.login)
    internals.touch()
    return c.json({ access_token: token, token_type: 'bearer', scope: '', expires_in: tokenMs / 1_000 })
  })
  return site
}

function lendToken(world: World, login: string): string {
  const token = `ghu_${randomBytes(18).toString('hex')}`
  const expiresAt = new Date(Date.now() + tokenMs).toISOString()
  world.userTokens = [...(world.userTokens ?? []).slice(-200), { token, login, expiresAt }]
  return token
}

/** Chinese where the browser likes one kind of it better than English. */
function languageOf(c: Context): 'en' | 'zh-CN' {
  const liked = accepts(c, {
    header: 'Accept-Language',
    supports: ['en', 'zh'],
    default: 'en',
    match: (wanted) =>
      wanted
        .filter(({ q }) => q > 0)
        .toSorted((one, other) => other.q - one.q)
        .map(({ type }) => type.toLowerCase().split('-')[0] ?? '')
        .find((tag) => tag === 'en' || tag === 'zh') ?? 'en',
  })
  return liked === 'zh' ? 'zh-CN' : 'en'
}

/** The form's answer leads to the App. */
function policyFor(back: string): string {
  return `default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self' ${new URL(back).origin}; base-uri 'none'; frame-ancestors 'none'`
}
