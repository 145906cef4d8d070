import type { IssRecord } from '../domain/iss-record.ts'
import type { Plan } from '../domain/plan.ts'
import { renderCount } from './amounts.ts'
import { linkTo, type Links } from './links.ts'
import { neutraliseInline } from './neutralise.ts'
import { listWords, renderName } from './person.ts'
import { shorten } from './shorten.ts'
import { renderTime } from './time.ts'

interface Input {
  record: IssRecord
  plan: Plan
  links: Links
}

/** Where the plan stands and what its reader can do now. */
export function renderPlanNext({ record, plan, links }: Input): string {
  const hash = plan.hash.slice(0, 7)
  const edited = record.current_sha256 !== record.frozen.sha256
  if (record.plan_id !== null && record.plan_id !== plan.id) {
    return `Replaced by \`${record.plan_id}\`. Kept for the record; nothing of it runs any more.`
  }
  if (record.stopped !== null) {
    return `⏹️ Stopped by ${renderName(record.stopped.by)}. \`/approve plan@${hash}\` starts it again.`
  }
  if (record.approved !== null && record.approved.hash === plan.hash) {
    const comment = record.status_comment?.plan_id === plan.id ? record.status_comment : null
    const status = comment === null ? '' : ` ${linkTo('Status', links.comment(comment.id))}.`
    const changed = edited
      ? ' The issue was edited since; the work goes on with its text as approved. `/plan` plans anew.'
      : ''
    return `✅ Approved by ${renderName(record.approved.by)}, ${renderTime(record.approved.at)}.${status}${changed}`
  }
  if (edited) {
    return '⚠️ **The issue was edited after this plan was made**, so it can no longer be approved. `/plan` makes a new one from the text as it is now.'
  }
  return `**Waits for approval:** \`/approve plan@${hash}\` starts the work. To change the plan, edit the issue and say \`/plan\`. \`/stop\` drops it.`
}

/** What a reader should know before approving; '' when there is nothing. */
export function renderPlanWarnings(plan: Plan, limit: number): string {
  const lines = [
    ...judgementWarnings(plan),
    ...commandWarnings(plan),
    ...removedWarning(plan),
    ...plan.notes.map(renderNote),
  ]
  if (lines.length === 0) return ''
  const more = lines.length > limit ? [`- ${lines.length - limit} more in the plan file`] : []
  return `\n**Before you approve**\n\n${[...lines.slice(0, limit).map((line) => `- ${line}`), ...more].join('\n')}`
}

function renderNote(note: string): string {
  return neutraliseInline(shorten(note, 400))
}

function judgementWarnings(plan: Plan): string[] {
  const manual = plan.tasks.flatMap((task) =>
    task.acceptance_criteria
      .filter((criterion) => criterion.check_method === 'manual_review')
      .map((criterion) => `${criterion.id} of ${task.id}`),
  )
  if (manual.length === 0) return []
  const names = manual.length > 6 ? [...manual.slice(0, 5), `${manual.length - 5} more`] : manual
  return [`A person must judge ${listWords(names, 'and')}; no machine can.`]
}

function commandWarnings(plan: Plan): string[] {
  const running = plan.tasks.filter((task) => task.work.some((item) => item.kind === 'run'))
  const commands = running.flatMap((task) => task.work.filter((item) => item.kind === 'run'))
  if (commands.length === 0) return []
  const tasks = listWords(
    running.length > 6
      ? [...running.slice(0, 5).map(({ id }) => id), `${running.length - 5} more`]
      : running.map(({ id }) => id),
  )
  return [
    `${renderCount(commands.length, 'command')} from the issue will be run (${tasks}); they are shown with the task.`,
  ]
}

function removedWarning(plan: Plan): string[] {
  const { removed } = plan.source
  if (removed === 0) return []
  const were = removed === 1 ? 'was' : 'were'
  return [
    `${renderCount(removed, 'hidden character or comment', 'hidden characters and comments')} ${were} taken out of the issue text before it was read.`,
  ]
}
