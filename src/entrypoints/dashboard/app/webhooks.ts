import type { Context, Hono } from 'hono'
import type { InstalledRepository } from '../../../adapters/github/read/list-repositories.ts'
import { type Inbox, retriedForDays } from '../../../application/ports/queues/inbox.ts'
import { type Role, roleAtLeast } from '../../../domain/configuration/sections/roles.ts'
import { renderHtmlPage } from '../../../views/dashboard/frame.ts'
import { webhooksPage } from '../../../views/dashboard/links.ts'
import { renderWebhooksPage } from '../../../views/dashboard/site/webhooks-page.ts'
import { answerNotice } from './answer-notice.ts'
import { frameOfApp } from './frame-of-app.ts'
import type { FoundRepository } from './repositories.ts'
import type { DashboardSession } from './sessions.ts'
import { isOwnForm } from './sign-in.ts'
import { t } from '../../../views/language/t.ts'

/** What an operator may see and do about webhooks, as who keeps the repository. */
const keepingRole: Role = 'maintain'
const mostShown = 500
const dayMs = 24 * 3_600_000

export interface WebhookPages {
  inbox: () => Promise<Pick<Inbox, 'list' | 'retry'>>
  /** Believed for a while; `findRole` is asked anew. */
  knownRole: (session: DashboardSession, repository: InstalledRepository) => Promise<Role | null>
  findRole: (session: DashboardSession, repository: InstalledRepository) => Promise<Role | null>
  origin: () => string
  nowMs: () => number
  /** Keeps who put what back. */
  onPutBack: (what: { login: string; repository: string; rows: number[] }) => void
}

/**
 * Webhooks of one repository that are dead or wait. Their faults tell of the server, so they are for who keeps the
 * repository; what is put back goes the way that it came, and counts as much as it did then.
 */
export function addWebhookPages(
  site: Hono,
  look: (c: Context) => Promise<FoundRepository | Response>,
  { inbox, knownRole, findRole, origin, nowMs, onPutBack }: WebhookPages,
): void {
  site.get(`/:owner/:name/${webhooksPage}`, async (c) => {
    const looked = await look(c)
    if (looked instanceof Response) return looked
    const { session, repository } = looked
    if (session !== null && !roleAtLeast(await knownRole(session, repository), keepingRole))
      return answerUnseen(c, session)
    const webhooks = await (await inbox()).list(mostShown, repository.key)
    const frame = frameOfApp(repository, null, session, null)(0)
    const retriedFromMs = nowMs() - retriedForDays * dayMs
    const putBack = readCount(c.req.query('put-back'))
    const content = renderWebhooksPage({ webhooks, retriedFromMs, putBack, viewer: frame.viewer }, repository.key)
    return c.html(String(await renderHtmlPage(frame, content)))
  })
  site.post('/:owner/:name/webhooks/retry', async (c) => {
    const looked = await look(c)
    if (looked instanceof Response) return looked
    const { session, repository } = looked
    if (session === null) return c.text(t('Nobody acts here.'), 403)
    const form = await c.req.parseBody()
    if (!isOwnForm(c, session, form['form_token'], origin()))
      return answerNothing(c, session, t('This form was not sent from the dashboard.'))
    if (!roleAtLeast(await findRole(session, repository), keepingRole)) return answerUnseen(c, session)
    const queue = await inbox()
    const dead = (await queue.list(mostShown, repository.key)).filter(({ state }) => state === 'dead')
    const chosen = dead.map(({ row }) => row).filter((row) => form['row'] === 'all' || form['row'] === String(row))
    const rows = chosen.length === 0 ? [] : await queue.retry(chosen)
    if (rows.length > 0) onPutBack({ login: session.user.login, repository: repository.key, rows })
    return c.redirect(`../${webhooksPage}?put-back=${rows.length}`, 303)
  })
}

function readCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : null
}

function answerUnseen(c: Context, session: DashboardSession): Promise<Response> {
  const why = t(
    'Webhooks tell of the server, so they are shown to who has the role maintain or admin in the repository.',
  )
  return answerNotice(c, session, { status: 403, title: t('Not for you to see'), why, way: findBack() })
}

function answerNothing(c: Context, session: DashboardSession, why: string): Promise<Response> {
  return answerNotice(c, session, { status: 403, title: t('Nothing was put back'), why, way: findBack() })
}

function findBack() {
  return { name: t('Repositories'), href: '/dashboard/index.html' }
}
