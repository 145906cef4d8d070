import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { renderHtmlPage } from '../../../views/dashboard/frame.ts'
import { type NoticeWay, renderNoticePage } from '../../../views/dashboard/site/notice-page.ts'
import { frameOfServer } from './frame-of-app.ts'
import type { DashboardSession } from './sessions.ts'

interface DashboardNotice {
  status: ContentfulStatusCode
  title: string
  why: string
  /** Where it goes on from there. */
  way?: NoticeWay
}

/** A page that says why there is no other. */
export async function answerNotice(
  c: Context,
  session: DashboardSession | null,
  notice: DashboardNotice,
): Promise<Response> {
  const content = renderNoticePage(notice.title, notice.why, notice.way)
  return c.html(String(await renderHtmlPage(frameOfServer(session), content)), notice.status)
}
