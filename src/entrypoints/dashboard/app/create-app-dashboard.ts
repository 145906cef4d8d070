import { type Context, Hono } from 'hono'
import { makeDashboardPage } from '../../../application/dashboard/make-page.ts'
import { issuesPage } from '../../../views/dashboard/links.ts'
import { renderHtmlPage } from '../../../views/dashboard/frame.ts'
import { renderNoticePage } from '../../../views/dashboard/site/notice-page.ts'
import { renderRepositoriesPage } from '../../../views/dashboard/site/repositories-page.ts'
import type { InstalledRepository } from '../../../adapters/github/read/list-repositories.ts'
import type { UserAccess } from '../../../adapters/github/user/create-user-access.ts'
import { type Role, roleAtLeast } from '../../../domain/configuration/sections/roles.ts'
import type { DoctorExamination } from '../../../domain/effects/doctor-finding.ts'
import type { DoctorTold } from '../../../views/dashboard/dossier.ts'
import { assetsFolder, serveDashboardAssets } from '../assets.ts'
import { createDoctorLooks } from '../doctor-looks.ts'
import type { FollowedNews } from '../follow-news.ts'
import { readPagePath } from '../page-path.ts'
import { loopbackOnly, securityHeaders } from '../security-headers.ts'
import { speakLanguage } from '../speak-language.ts'
import { answerNews } from '../tell-commits.ts'
import { actInThread } from './act-in-thread.ts'
import { answerNotice } from './answer-notice.ts'
import { dashboardPath, frameOfApp, frameOfServer } from './frame-of-app.ts'
import { createKnownRoles } from './known-roles.ts'
import type { FoundRepository, VisibleRepositories } from './repositories.ts'
import { type DashboardSession, Sessions } from './sessions.ts'
import { addWebhookPages, type WebhookPages } from './webhooks.ts'
import { addSignIn, findDashboardSession, isSessionOpen, type SignInPlace } from './sign-in.ts'
import { t } from '../../../views/language/t.ts'
import { recordText } from '../../../domain/language/message.ts'

export interface AppDashboard {
  repositories: VisibleRepositories
  /** The newest state of a repository, as it is known without asking GitHub where that is possible. */
  follow(repository: InstalledRepository): Promise<FollowedNews>
  /** `https://github.com`. */
  web: string
  /** null: whoever is at this machine reads, and nobody acts. */
  signIn: (SignInPlace & { access: UserAccess }) | null
  /** Asked of GitHub anew each time. */
  findRole: (session: DashboardSession, repository: InstalledRepository) => Promise<Role | null>
  inbox: WebhookPages['inbox']
  /** What the doctor says of an issue now. */
  examine: (repository: InstalledRepository, issue: number) => Promise<DoctorExamination>
  onPutBack: WebhookPages['onPutBack']
  nowMs: () => number
  onFault: (error: unknown) => void
}

/** The dashboard of a server, below `/dashboard`: what GitHub shows a person of its repositories, and what they may say there. */
export function createAppDashboard(place: AppDashboard): Hono {
  const site = new Hono().basePath(dashboardPath)
  const sessions = new Sessions(place.nowMs)
  const { signIn, findRole, inbox, nowMs, onPutBack } = place
  const knownRole = createKnownRoles(findRole, nowMs)
  const looks = createDoctorLooks(nowMs)
  site.onError((error, c) => {
    place.onFault(error)
    return answerNotice(c, null, {
      status: 503,
      title: t('This page could not be made'),
      why: t('GitHub or the repository could not be asked. Try again in a while.'),
    })
  })
  if (signIn === null) site.use(loopbackOnly)
  site.use(securityHeaders, speakLanguage)
  site.route(`/${assetsFolder}`, serveDashboardAssets())
  if (signIn !== null) addSignIn(site, sessions, signIn)

  const sessionOf = (c: Context) => (signIn === null ? null : findDashboardSession(c, sessions, signIn))
  /** What the path means to whoever asks; else the answer that says why not. What may not be read is not there. */
  const look = async (c: Context): Promise<FoundRepository | Response> => {
    const session = sessionOf(c)
    if (session === undefined) return askToSignIn(c)
    const { owner = '', name = '' } = c.req.param()
    const repository = await place.repositories.find(session, owner, name)
    return repository === undefined ? answerNone(c, session) : { session, repository }
  }

  site.get('/', (c) => c.redirect(`${dashboardPath}/${issuesPage}`))
  site.get(`/${issuesPage}`, async (c) => {
    const session = sessionOf(c)
    if (session === undefined) return askToSignIn(c)
    const content = renderRepositoriesPage(await place.repositories.list(session))
    return c.html(String(await renderHtmlPage(frameOfServer(session), content)))
  })
  site.get('/:owner/:name/events', async (c) => {
    const looked = await look(c)
    if (looked instanceof Response) return looked
    const { session, repository } = looked
    const mayHear = async () =>
      (signIn === null || isSessionOpen(c, sessions, signIn)) &&
      (await place.repositories.find(session, repository.owner, repository.name)) !== undefined
    return answerNews(c, await place.follow(repository), mayHear)
  })
  site.post('/:owner/:name/:issue/act', async (c) => {
    const looked = await look(c)
    if (looked instanceof Response) return looked
    if (signIn === null || looked.session === null) return c.text(t('Nobody acts here.'), 403)
    return actInThread(c, looked.session, looked.repository, signIn)
  })
  const origin = signIn?.origin ?? (() => '')
  addWebhookPages(site, look, { inbox, knownRole, findRole, origin, nowMs, onPutBack })
  site.get('/:owner/:name/*', async (c) => {
    const looked = await look(c)
    if (looked instanceof Response) return looked
    const { repository, session } = looked
    const path = readPagePath(c.req.url, 3)
    if (path === undefined) return answerNone(c, session)
    const at = await (await place.follow(repository)).look()
    const frameOf = frameOfApp(repository, at ?? null, session, readTold(c, `${place.web}/${repository.key}/issues/`))
    if (at === undefined) {
      const none = renderNoticePage(
        t('Nothing to show yet'),
        t('Countersign has not worked in this repository. The label countersign on an issue, or /plan in it, begins.'),
      )
      return c.html(String(await renderHtmlPage(frameOf(path.split('/').length - 1), none)), 404)
    }
    const examine = async (issue: number, isAsked: boolean): Promise<DoctorTold> => {
      if (isAsked && session !== null && !roleAtLeast(await knownRole(session, repository), lookingRole))
        return {
          kind: 'refused',
          why: recordText('The doctor looks for who has the role write or more in the repository.'),
        }
      const key = `${repository.key}#${issue}`
      return looks(key, isAsked, at.commit, () => place.examine(repository, issue))
    }
    const source = { ...at, web: place.web, examine }
    const page = await makeDashboardPage(source, path, new URL(c.req.url).searchParams, frameOf)
    return c.html(page.html, page.status)
  })
  return site

  function askToSignIn(c: Context): Response | Promise<Response> {
    const { pathname, search } = new URL(c.req.url)
    if (pathname.endsWith('/events')) return c.text(t('Nobody is signed in.'), 401)
    if (c.req.method !== 'POST') return c.redirect(signInHref(`${pathname}${search}`))
    const way = { name: t('Sign in'), href: signInHref(pathname.replace(/act$/, issuesPage)) }
    return answerNotice(c, null, { status: 401, title: t('Nothing was written'), why: t(signedOut), way })
  }
}

/** Each look takes requests of the installation's. */
const lookingRole: Role = 'write'

const signedOut = 'You are not signed in any more: a session ends after an hour, and when the server starts again.'

function signInHref(next: string): string {
  return `${dashboardPath}/sign-in?next=${encodeURIComponent(next)}`
}

function answerNone(c: Context, session: DashboardSession | null): Promise<Response> {
  const why = t('There is no such repository here, or GitHub doesn’t show it to you.')
  return answerNotice(c, session, { status: 404, title: t('There is no such page'), why })
}

/** The comment that a page was left with, where it is one of this repository. */
function readTold(c: Context, issues: string): string | null {
  const told = c.req.query('told')
  return told?.startsWith(issues) === true ? told : null
}
