import { isSaidToBeThere } from '../../domain/jobs/find-task-job.ts'
import type { Configuration } from '../../domain/configuration/configuration.ts'
import { tuningDir } from '../../domain/paths/solution-paths.ts'
import { assemblePlan } from '../../domain/plan/assemble/assemble-plan.ts'
import { rulesReviewer } from '../../domain/plan/check-reviewer.ts'
import type { PlanDraft } from '../../domain/plan/plan-draft.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { PlanFault } from '../../domain/plan/rules/plan-fault.ts'
import type { Planner } from '../ports/roles/planner.ts'
import type { PlanningPorts, PlanningRequest } from './planning-request.ts'

/** One answer of the planner; it is told what was found wrong with its last draft. */
export function askPlanner(
  planner: Planner,
  request: PlanningRequest,
  traced: ReadonlySet<string> | undefined,
  findings: readonly PlanFault[],
  draft: PlanDraft | null,
) {
  const { planId, record, guidance, configuration, previous, repository, commit, op } = request
  const { signal = new AbortController().signal } = request
  const asked = record.asked_questions ?? []
  const place = { repository, commit, runId: op, signal, ...(traced === undefined ? {} : { files: traced }) }
  const { tuning: tuned, session_id: session, id } = record
  const tuning =
    tuned === undefined
      ? {}
      : {
          tuning: {
            record: tuned,
            state: request.tuning ?? null,
            workDir: tuningDir(session, id),
            at: request.at,
          },
        }
  return planner.plan({
    ...tuning,
    planId,
    issue: record,
    guidance,
    configuration,
    findings,
    draft,
    asked,
    previous,
    ...place,
  })
}

/** The plan that a draft comes to, by rules. */
export function assembleDraft({ planner, executors }: PlanningPorts, request: PlanningRequest, draft: PlanDraft): Plan {
  const { record, configuration, planId, at } = request
  return assemblePlan(draft, {
    planId,
    issId: record.id,
    issueNumber: record.number,
    repository: record.repository,
    createdAt: at,
    textSha256: record.frozen.sha256,
    commentIds: record.comment_ids,
    removed: record.frozen.removed,
    planner: planner.name,
    defaultExecutor: configuration.run.default_executor,
    able: listAble(executors, configuration),
    reviewer: rulesReviewer,
  })
}

/** Those that can work now: here, as far as this process knows, or in jobs, by the repository's word. */
function listAble(executors: PlanningPorts['executors'], configuration: Configuration): string[] {
  const all = [...(executors?.values() ?? [])]
  const able = all.filter((one) => isSaidToBeThere(configuration, one.name) || one.findLack?.() === undefined)
  return able.map(({ name }) => name)
}
