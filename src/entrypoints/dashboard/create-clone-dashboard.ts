import { Hono } from 'hono'
import type { FollowedBranch } from '../../adapters/git/followed-branch.ts'
import { makeDashboardPage } from '../../application/dashboard/make-page.ts'
import type { DoctorExamination } from '../../domain/effects/doctor-finding.ts'
import { renderHtmlPage } from '../../views/dashboard/frame.ts'
import { renderNoticePage } from '../../views/dashboard/site/notice-page.ts'
import { assetsFolder, serveDashboardAssets } from './assets.ts'
import { createDoctorLooks } from './doctor-looks.ts'
import { frameOfRepository } from './frame-of.ts'
import { followNews } from './follow-news.ts'
import { readPagePath } from './page-path.ts'
import { loopbackOnly, securityHeaders } from './security-headers.ts'
import { speakLanguage } from './speak-language.ts'
import { answerNews } from './tell-commits.ts'
import { t } from '../../views/language/t.ts'

export interface CloneDashboard {
  branch: FollowedBranch
  /** What the repository is called. */
  repository: string
  /** `https://github.com`; null where nothing says where it is. */
  web: string | null
  /** Said where there is no workflow branch. */
  missing: string
  examine: (issue: number) => Promise<DoctorExamination>
}

/** Pages of one clone, to be read on this machine: they show what git shows, and do nothing. */
export function createCloneDashboard({ branch, repository, web, missing, examine }: CloneDashboard): Hono {
  const site = new Hono()
  const news = followNews(branch)
  const looks = createDoctorLooks(Date.now)
  site.use(loopbackOnly, securityHeaders, speakLanguage)
  site.route(`/${assetsFolder}`, serveDashboardAssets())
  site.get('/events', (c) => answerNews(c, news))
  site.get('/*', async (c) => {
    const path = readPagePath(c.req.url, 0)
    if (path === undefined) return c.text(t('There is no such page.'), 404)
    const at = await news.look()
    const frameOf = frameOfRepository({ repository, at: at ?? null, isLive: true })
    if (at === undefined) {
      const content = renderNoticePage(t('Nothing to show yet'), missing)
      return c.html(String(await renderHtmlPage(frameOf(path.split('/').length - 1), content)), 404)
    }
    const source = {
      ...at,
      web,
      examine: (issue: number, isAsked: boolean) => looks(String(issue), isAsked, at.commit, () => examine(issue)),
    }
    const page = await makeDashboardPage(source, path, new URL(c.req.url).searchParams, frameOf)
    return c.html(page.html, page.status)
  })
  return site
}
