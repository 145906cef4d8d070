import type { Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { UserAccess } from '../../../adapters/github/user/create-user-access.ts'
import { answerNotice } from './answer-notice.ts'
import { dashboardPath } from './frame-of-app.ts'
import { isSameText, type DashboardSession, type Sessions } from './sessions.ts'
import { t } from '../../../views/language/t.ts'

export interface SignInPlace {
  /** Where people reach this server, `https://countersign.example.com`; known once it listens. */
  origin: () => string
  access: UserAccess
}

const callbackPath = '/callback'

/** Only https keeps a cookie from others; on this machine there is none. */
function cookieOf(origin: string, what: string) {
  const isSecure = origin.startsWith('https:')
  const name = `${isSecure ? '__Host-' : ''}countersign-${what}`
  return { name, options: { path: '/', httpOnly: true, secure: isSecure, sameSite: 'Lax' as const } }
}

/** Undefined: nobody is signed in, or not any more. */
export function findDashboardSession(c: Context, sessions: Sessions, { origin }: Pick<SignInPlace, 'origin'>) {
  return sessions.find(getCookie(c, cookieOf(origin(), 'session').name))
}

/** Whether the session that was found is there still; that it is asked is no visit. */
export function isSessionOpen(c: Context, sessions: Sessions, { origin }: Pick<SignInPlace, 'origin'>): boolean {
  return sessions.isOpen(getCookie(c, cookieOf(origin(), 'session').name))
}

/** Whether a form was sent from a page of ours by the person whose session it is. */
export function isOwnForm(c: Context, session: DashboardSession, formToken: unknown, origin: string): boolean {
  const site = c.req.header('sec-fetch-site')
  return (
    c.req.header('origin') === origin &&
    (site === undefined || site === 'same-origin') &&
    typeof formToken === 'string' &&
    isSameText(formToken, session.formToken)
  )
}

/** To GitHub and back, with state and PKCE; the token stays here. */
export function addSignIn(site: Hono, sessions: Sessions, { origin, access }: SignInPlace): void {
  const own = () => cookieOf(origin(), 'session')
  const started = () => cookieOf(origin(), 'sign-in')
  const back = () => `${origin()}${dashboardPath}${callbackPath}`

  site.get('/sign-in', (c) => {
    const { cookie, signIn } = sessions.begin(readNext(c.req.query('next')))
    setCookie(c, started().name, cookie, { ...started().options, maxAge: 600 })
    return c.redirect(access.signInUrl({ state: signIn.state, challenge: signIn.challenge, back: back() }))
  })
  site.get(callbackPath, async (c) => {
    const signIn = sessions.take(getCookie(c, started().name), c.req.query('state') ?? '')
    deleteCookie(c, started().name, started().options)
    const code = c.req.query('code')
    const user =
      signIn === undefined || code === undefined
        ? undefined
        : await access.signIn({ code, verifier: signIn.verifier, back: back() })
    if (signIn === undefined || user === undefined) return answerFailed(c)
    setCookie(c, own().name, sessions.open(user), own().options)
    return c.redirect(signIn.next)
  })
  site.post('/sign-out', async (c) => {
    const session = findDashboardSession(c, sessions, { origin })
    const form = await c.req.parseBody()
    if (session !== undefined && !isOwnForm(c, session, form['form_token'], origin()))
      return c.text(t('This form was not sent from the dashboard.'), 403)
    sessions.end(getCookie(c, own().name))
    deleteCookie(c, own().name, own().options)
    const why = t('GitHub still knows you: the next visit signs you in again.')
    return answerNotice(c, null, { status: 200, title: t('Signed out'), why, way: wayIn() })
  })
}

function wayIn() {
  return { name: t('Open the dashboard'), href: `${dashboardPath}/index.html` }
}

function answerFailed(c: Context): Promise<Response> {
  const why = t('GitHub did not say who you are, or the way there took longer than ten minutes.')
  return answerNotice(c, null, { status: 403, title: t('Not signed in'), why, way: wayIn() })
}

/** A page of ours; anything else is the first one. */
function readNext(next = ''): string {
  return /^\/dashboard\/[\w./?=&%~-]*$/.test(next) && !next.includes('//') && !next.includes('..')
    ? next
    : `${dashboardPath}/index.html`
}
