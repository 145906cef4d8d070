import { t } from '../language/t.ts'
import { linkTo } from '../markdown/links.ts'
import { describeStandings } from '../task/task-standing.ts'
import { renderStatusComment } from './status-comment.ts'
import { decideStatusKind, renderStatusHead, type StatusInput } from './status-lead.ts'

/** What `/status` is answered with: a line, and the way to the status comment; all of it where there is none. */
export function renderStatusAnswer(input: StatusInput): string {
  const { record, plan, execution, links } = input
  const comment = record.status_comment
  if (comment === null || comment.plan_id !== plan.id) return renderStatusComment(input)
  const standings = describeStandings(plan, execution)
  const issue = `#${record.number}`
  const status = linkTo(t('Status of {issue}', { issue }), links.comment(comment.id))
  const head = renderStatusHead(input, decideStatusKind(input, standings), standings)
  return `**${head}**\n\n${t('{status} has every task, what is needed, and what went before; it is kept up to date.', { status })}`
}
