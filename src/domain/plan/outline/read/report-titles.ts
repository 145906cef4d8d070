import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { namesWork } from '../words/find-reason-to-decline.ts'
import { reportTitles, workTitles } from '../words/outline-words.ts'
import { sectionKind } from '../words/section-titles.ts'

const reports = new RegExp(`^${anyOf(reportTitles)}\\??$`, 'i')
const works = new RegExp(`^${anyOf(workTitles)}$`, 'i')

/** A heading or label under which something is told, not asked for: `Actual behavior`, `Logs`. */
export function isReportTitle(title: string): boolean {
  return reports.test(plainReportTitle(title))
}

/** A heading under which a diff is the work: `Patch`, `Changes`, `Fix the typo`. */
export function isWorkTitle(title: string): boolean {
  return (
    works.test(plainReportTitle(title)) || sectionKind(title) === 'tasks' || (!isReportTitle(title) && namesWork(title))
  )
}

function plainReportTitle(title: string): string {
  if (title.length > 80) return ''
  return foldMarks(title)
    .replaceAll(/[*_#]/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .trim()
    .replace(/:$/, '')
    .trim()
}
