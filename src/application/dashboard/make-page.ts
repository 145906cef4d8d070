import { issId, workflowBranch } from '../../domain/records/iss-record.ts'
import type { DoctorTold, Dossier } from '../../views/dashboard/dossier.ts'
import { type PageFrame, type PageContent, renderHtmlPage } from '../../views/dashboard/frame.ts'
import { issuesPage, listIssuePages, sessionsPage } from '../../views/dashboard/links.ts'
import type { IssueView } from '../../views/dashboard/issue/issue-head.ts'
import { renderPlanPage } from '../../views/dashboard/issue/plan-page.ts'
import { renderGoalPage } from '../../views/dashboard/node/goal-page.ts'
import { renderTaskPage } from '../../views/dashboard/node/task-page.ts'
import { renderBundlePage } from '../../views/dashboard/record/bundle-page.ts'
import { renderDoctorPage } from '../../views/dashboard/record/doctor-page.ts'
import { renderCostsPage } from '../../views/dashboard/record/costs-page.ts'
import { renderLoopPage } from '../../views/dashboard/record/loop-page.ts'
import { renderPlanningPage } from '../../views/dashboard/record/planning-page.ts'
import { renderTrailPage } from '../../views/dashboard/record/trail-page.ts'
import { renderTuningPage } from '../../views/dashboard/record/tuning-page.ts'
import { readIssueFilter, renderIssuesPage } from '../../views/dashboard/site/issues-page.ts'
import { renderNoticePage } from '../../views/dashboard/site/notice-page.ts'
import { renderSessionsPage } from '../../views/dashboard/site/sessions-page.ts'
import { buildLinks, type Links } from '../../views/markdown/links.ts'
import { CountersignFault } from '../fault.ts'
import type { BranchTexts } from '../ports/state/branch-texts.ts'
import { listRegistered, readStatus } from '../status/read-status.ts'
import { checkReleased } from './check-released.ts'
import { readDossier } from './read-dossier.ts'
import { readSessions } from './read-sessions.ts'
import { readShownFiles } from './read-shown-files.ts'
import { t } from '../../views/language/t.ts'

/** What the pages of one repository are made of: a commit of its workflow branch. */
export interface DashboardSource {
  texts: BranchTexts
  ref: string
  commit: string
  committedAt: string
  /** `https://github.com`; null where no link leads there. */
  web: string | null
  /** What the doctor says of an issue; `isAsked`: it may look now. Null: it can't look from here. */
  examine: ((issue: number, isAsked: boolean) => Promise<DoctorTold>) | null
}

export interface MadePage {
  status: 200 | 404 | 500
  html: string
}

/** What is around a page, by how many folders it lies below the repository's first one. */
export type FrameOf = (depth: number) => PageFrame

/** One page by its path below the repository's first one, as `ISS-007/T1.html`. */
export async function makeDashboardPage(
  source: DashboardSource,
  path: string,
  query: URLSearchParams,
  frameOf: FrameOf,
): Promise<MadePage> {
  const frame = frameOf(path.split('/').length - 1)
  try {
    const content = await makeContent(source, path, query, frame)
    if (content !== undefined) return { status: 200, html: String(await renderHtmlPage(frame, content)) }
    const none = renderNoticePage(t('There is no such page'), t('It may have been one of a plan that was replaced.'))
    return { status: 404, html: String(await renderHtmlPage(frame, none)) }
  } catch (error) {
    if (!(error instanceof CountersignFault) || error.code !== 'state_corrupt') throw error
    const why = t('{what}: {details}. "countersign doctor" looks closer.', {
      what: error.message,
      details: error.details,
    })
    const broken = renderNoticePage(t('The state can’t be read'), why)
    return { status: 500, html: String(await renderHtmlPage(frame, broken)) }
  }
}

async function makeContent(
  { texts, web, examine }: DashboardSource,
  path: string,
  query: URLSearchParams,
  frame: PageFrame,
): Promise<PageContent | undefined> {
  const repository = frame.repository ?? ''
  if (path === issuesPage) {
    const overview = await readStatus(texts, await listRegistered(texts))
    return renderIssuesPage(overview, repository, readIssueFilter(query), frame.viewer?.login ?? null, frame.beside)
  }
  if (path === sessionsPage) return renderSessionsPage(await readSessions(texts), repository)
  const [, number, name] = /^ISS-(\d{1,9})\/([\w.-]+)\.html$/.exec(path) ?? []
  const dossier = number === undefined ? undefined : await readDossier(texts, Number(number))
  if (dossier === undefined || name === undefined) return undefined
  const view: IssueView = { dossier, links: web === null ? null : linksOf(dossier, web), frame }
  if (name === 'doctor')
    return examine === null
      ? undefined
      : renderDoctorPage(view, await examine(Number(number), query.get('look') === 'now'))
  return makeIssueContent(view, texts, name)
}

async function makeIssueContent(view: IssueView, texts: BranchTexts, name: string): Promise<PageContent | undefined> {
  switch (name) {
    case 'index':
      return renderPlanPage(view)
    case 'loop':
      return renderLoopPage(view)
    case 'planning':
      return renderPlanningPage(view)
    case 'tuning':
      return renderTuningPage(view)
    case 'bundle':
      return renderBundlePage(view, await checkReleased(texts, view.dossier))
    case 'costs':
      return renderCostsPage(view)
    case 'trail':
      return renderTrailPage(view)
    default:
      return renderTaskPage(view, name, await readShownFiles(texts, view.dossier, name)) ?? renderGoalPage(view, name)
  }
}

function linksOf({ record }: Dossier, web: string): Links {
  const { repository, number } = record
  return buildLinks({ web, repository, issueNumber: number, workflowBranch })
}

/** Every page of a repository, for who writes them all down. */
export async function listPages({ texts }: DashboardSource): Promise<string[]> {
  const pages = [issuesPage, sessionsPage]
  const numbers = await listRegistered(texts)
  const { unreadable } = await readStatus(texts, numbers)
  for (const number of numbers) {
    if (unreadable.some((one) => one.number === number)) continue
    const dossier = await readDossier(texts, number)
    if (dossier === undefined) continue
    const nodes = [...(dossier.plan?.goals ?? []), ...(dossier.plan?.tasks ?? [])].map(({ id }) => id)
    pages.push(...[...listIssuePages(dossier.record, false), ...nodes].map((name) => `${issId(number)}/${name}.html`))
  }
  return pages
}
