import type { Context } from 'hono'
import type { InstalledRepository } from '../../../adapters/github/read/list-repositories.ts'
import type { UserAccess } from '../../../adapters/github/user/create-user-access.ts'
import { answerNotice } from './answer-notice.ts'
import { readAct } from './read-act.ts'
import type { DashboardSession } from './sessions.ts'
import { isOwnForm } from './sign-in.ts'
import { t } from '../../../views/language/t.ts'

/**
 * Writes the command into the thread as the person's own comment: whether they may, and what comes of it, is decided and
 * told there as for any other.
 */
export async function actInThread(
  c: Context,
  session: DashboardSession,
  repository: InstalledRepository,
  { origin, access }: { origin: () => string; access: UserAccess },
): Promise<Response> {
  const form = await c.req.parseBody()
  const to = findPage(c, origin())
  const refuse = (status: 403 | 422, why: string) => {
    const way = { name: t('Back to the page'), href: to.pathname }
    return answerNotice(c, session, { status, title: t('Nothing was written'), why, way })
  }
  if (!isOwnForm(c, session, form['form_token'], origin()))
    return refuse(403, t('This form was not sent from the dashboard.'))
  const [, number] = /^ISS-(\d{1,9})$/.exec(c.req.param('issue') ?? '') ?? []
  const body = readAct({ command: readField(form['command']), words: readField(form['words']) })
  if (number === undefined || body === undefined)
    return refuse(422, t('That is no command of this page, or words are missing that it needs.'))
  const url = await access.comment(session.user, repository, Number(number), body)
  if (url === undefined)
    return refuse(403, t('GitHub did not take the comment: you may not comment there, or the issue is locked.'))
  to.searchParams.set('told', url)
  return c.redirect(`${to.pathname}${to.search}`, 303)
}

/** The page that the form was sent from; the where the browser doesn't say. */
function findPage(c: Context, origin: string): URL {
  const page = c.req.header('referer')
  return page !== undefined && page.startsWith(`${origin}/dashboard/`)
    ? new URL(page)
    : new URL('index.html', c.req.url)
}

function readField(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
