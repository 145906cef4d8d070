import { recordText } from '../../language/message.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import { ourLabels, stateLabel } from '../../work/show/state-label.ts'
import type { Work } from '../../records/work.ts'
import type { DoctorFacts } from '../doctor-facts.ts'
import { owes } from '../kept-branches.ts'
import { drift, type Looked } from '../looked.ts'

/** Label and comments of the issue are those of its state. */
export function checkThread(looked: Looked, work: Work, record: IssRecord, facts: DoctorFacts): void {
  // With the issue its comments went too.
  if (facts.issue === null) return
  checkIssue(looked, work, record, facts.issue)
  if (facts.comments === null) return
  const { plan } = work
  if (plan === null) return
  const approved = record.approved !== null
  if (record.phase !== 'drafting' && !owes(record, 'show_plan')) {
    const fix = { kind: 'show_plan' as const, plan_id: plan.id }
    looked.expect(isThere(record.plan_comment, facts.comments), () =>
      drift(
        'plan_comment_missing',
        [],
        recordText('The comment with {id} is gone', { id: plan.id }),
        recordText('`/doctor fix` posts it again'),
        fix,
      ),
    )
  }
  if (approved && !owes(record, 'show_status')) {
    const fix = { kind: 'show_status' as const, plan_id: plan.id }
    looked.expect(isThere(record.status_comment, facts.comments), () =>
      drift(
        'status_comment_missing',
        [],
        recordText('The comment with the status is gone'),
        recordText('`/doctor fix` posts it again'),
        fix,
      ),
    )
  }
}

function isThere(comment: IssRecord['plan_comment'], comments: ReadonlyMap<string, boolean>): boolean {
  return comment !== null && comments.get(comment.node_id) !== false
}

function checkIssue(looked: Looked, work: Work, record: IssRecord, issue: NonNullable<DoctorFacts['issue']>): void {
  const working = record.phase === 'working' || record.phase === 'proposed'
  looked.expect(issue.open || !working, () =>
    drift(
      'issue_closed',
      [],
      recordText('Issue {issue} is closed, and its work goes on', { issue: `#${record.number}` }),
      recordText('reopen it, or `/stop`'),
    ),
  )
  if (owes(record, 'set_label')) return
  const wanted = stateLabel(work)
  const found = issue.labels.filter((label) => ourLabels.includes(label.toLowerCase()))
  const fits = found.length === (wanted === null ? 0 : 1) && (wanted === null || found[0]?.toLowerCase() === wanted)
  looked.expect(fits, () =>
    drift(
      'label_differs',
      [],
      describeLabels(`#${record.number}`, found, wanted),
      recordText('`/doctor fix` sets it'),
      {
        kind: 'set_label',
        label: wanted,
      },
    ),
  )
}

function describeLabels(issue: string, found: readonly string[], wanted: string | null): string {
  if (found.length === 0)
    return recordText('Issue {issue} lacks its label, `{label}`', { issue, label: String(wanted) })
  const labels = found.map((label) => `\`${label}\``).join(' and ')
  return wanted === null
    ? recordText('Issue {issue} has the label {labels}, and should have none', { issue, labels })
    : recordText('Issue {issue} has the label {labels}, not `{label}`', { issue, labels, label: wanted })
}
