import type { Context } from 'hono'
import type { InstalledRepository } from '../../../adapters/github/read/list-repositories.ts'
import type { UserAccess } from '../../../adapters/github/user/create-user-access.ts'
import { readAct } from './read-act.ts'
import type { DashboardSession } from './sessions.ts'
import { isOwnForm } from './sign-in.ts'

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
  if (!isOwnForm(c, session, form['form_token'], origin()))
    return c.text('This form was not sent from the dashboard.', 403)
  const [, number] = /^ISS-(\d{1,9})$/.exec(c.req.param('issue') ?? '') ?? []
  const body = readAct({ command: readField(form['command']), words: readField(form['words']) })
  if (number === undefined || body === undefined)
    return c.text('That is no command of this page, or words are missing that it needs.', 422)
  const url = await access.comment(session.user, repository, Number(number), body)
  if (url === undefined)
    return c.text('GitHub did not take the comment: you may not comment there, or the issue is locked.', 403)
  const page = c.req.header('referer')
  const to =
    page !== undefined && page.startsWith(`${origin()}/dashboard/`) ? new URL(page) : new URL('index.html', c.req.url)
  to.searchParams.set('told', url)
  return c.redirect(`${to.pathname}${to.search}`, 303)
}

function readField(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
