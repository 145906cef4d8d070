import type { FrameOf } from '../../../application/dashboard/make-page.ts'
import type { PageFrame, Viewer } from '../../../views/dashboard/frame.ts'
import { webhooksPage } from '../../../views/dashboard/links.ts'
import { assetsFolder } from '../assets.ts'
import type { DashboardSession } from './sessions.ts'
import { t } from '../../../views/language/t.ts'

export const dashboardPath = '/dashboard'

/** Around pages above those of a repository; wherever they are answered, links lead from the root. */
export function frameOfServer(session: DashboardSession | null): PageFrame {
  return {
    root: `${dashboardPath}/`,
    assets: `${dashboardPath}/${assetsFolder}/`,
    repository: null,
    beside: [],
    above: [{ name: t('Repositories'), href: `${dashboardPath}/index.html` }],
    source: null,
    isLive: false,
    viewer: viewerOf(session),
    policy: null,
    told: null,
  }
}

/** Around the pages of one repository. */
export function frameOfApp(
  { key }: { key: string },
  at: { ref: string; commit: string; committedAt: string } | null,
  session: DashboardSession | null,
  told: string | null,
): FrameOf {
  return (depth) => ({
    ...frameOfServer(session),
    root: depth === 0 ? './' : '../'.repeat(depth),
    repository: key,
    beside: [{ name: t('Webhooks'), href: webhooksPage }],
    source: at,
    isLive: true,
    told,
  })
}

function viewerOf(session: DashboardSession | null): Viewer | null {
  if (session === null) return null
  return { login: session.user.login, formToken: session.formToken, signOut: `${dashboardPath}/sign-out` }
}
