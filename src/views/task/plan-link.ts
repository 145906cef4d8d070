import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { planFilePath } from './plan-file.ts'

/** The plan by its hash, linked to its comment; to its file where there is no comment, or another plan's by now. */
export function linkToPlan(record: IssRecord, plan: Plan, links: Links, name = ''): string {
  const comment =
    record.plan_comment?.plan_id === plan.id
      ? links.comment(record.plan_comment.id)
      : links.workflowFile(planFilePath(record, plan))
  return linkTo(`${name}\`${plan.hash.slice(0, 7)}\``, comment)
}
