import type { ActionOf } from '../../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../../domain/work/draft/work-event.ts'
import { nameNotice, renderNotice } from '../../../views/notices/render-notice.ts'
import { viewLinks } from '../../attempts/mark-body.ts'
import type { RunPlace } from '../../attempts/run-place.ts'
import { exportIssue } from '../../bundle/export/export-issue.ts'
import { planInRun } from '../../planning/choose-planner.ts'
import { planningRecord } from '../../planning/planning-record.ts'
import type { MachinePorts, RecordPorts, ViewPorts } from '../../ports/machine-ports.ts'
import { examineIssue } from '../examine-issue.ts'
import type { How } from './run-performer.ts'

/** `/doctor`: looks, and mends what needs no judgement. */
export async function performExamination(
  ports: ViewPorts &
    RecordPorts &
    Pick<MachinePorts, 'store' | 'thread' | 'pullRequests' | 'examination' | 'repairer' | 'timeAfter'>,
  place: RunPlace,
  action: ActionOf<'examine'>,
  op: string,
  { report }: How,
): Promise<WorkEventBody> {
  const { events, answer } = await examineIssue(ports, place, action, op)
  report(events)
  return answer
}

/** A plan by whoever plans here, or the questions there are. */
export async function draftPlan(
  ports: Pick<MachinePorts, 'people' | 'planner' | 'modelPlanner' | 'tuner' | 'advisers' | 'files' | 'now' | 'log'>,
  { repository, work, configuration, defaultBranch }: RunPlace,
  action: ActionOf<'draft_plan'>,
  op: string,
  { signal, noteLostUse, lostUse }: How,
): Promise<WorkEventBody> {
  if (work.record === null) return { kind: 'effect_done', op }
  const {
    key: _key,
    at: _at,
    ...body
  } = await planInRun(ports, {
    signal,
    noteLostUse,
    repository,
    record: planningRecord(work.record),
    previous: work.plan,
    ...(work.record.tuning === undefined ? {} : { tuning: work.tuning ?? null }),
    planId: action.plan_id,
    guidance: action.guidance,
    configuration,
    commit: defaultBranch.sha,
    op,
    at: ports.now(),
  })
  const lost = lostUse()
  return lost === null ? body : { ...body, lost_use: lost }
}

/** The skill as all tasks left it. */
export async function diagnoseTuned(
  { tuner }: Pick<MachinePorts, 'tuner'>,
  { repository, work: { record, tuning: state } }: RunPlace,
  { commit_sha: commit }: ActionOf<'diagnose_skill'>,
  op: string,
  signal: AbortSignal,
): Promise<WorkEventBody> {
  if (tuner === undefined || record?.tuning === undefined || state == null)
    throw new Error('no skill can be looked at here')
  const base = record.base_sha ?? commit
  const tuning = await tuner.diagnose({ repository, commit, base, tuning: record.tuning, state, signal })
  return { kind: 'skill_diagnosed', op, commit_sha: commit, tuning }
}

/** A bundle on a release, and in the workflow branch. */
export async function performExport(
  ports: Pick<MachinePorts, 'store' | 'exports' | 'web' | 'docs'>,
  { repository, work }: RunPlace,
  action: ActionOf<'export'>,
  op: string,
): Promise<WorkEventBody> {
  if (work.record === null) return { kind: 'effect_done', op }
  const outcome = await exportIssue(ports, repository, {
    issueNumber: work.record.number,
    planId: action.plan_id,
    includeCandidates: action.include_candidates,
    includeSupporting: action.include_supporting ?? true,
    partial: action.partial,
    ...(action.templates === undefined ? {} : { templates: action.templates }),
    op,
  })
  // The bundle went into the workflow branch behind the store's back.
  ports.store.forget(repository)
  if (outcome.kind === 'refused') return { kind: 'export_failed', op, why: outcome.why }
  const { tag, url, manifestSha256, files, missing } = outcome
  return {
    kind: 'exported',
    op,
    tag,
    url,
    manifest_sha256: manifestSha256,
    files,
    partial: missing.length > 0,
    missing,
  }
}

/** One message to one place outside of GitHub. */
export async function performTelling(
  ports: ViewPorts & Pick<MachinePorts, 'notices' | 'now'>,
  { work: { record, plan, execution } }: RunPlace,
  { to, notice }: ActionOf<'tell'>,
  op: string,
): Promise<WorkEventBody> {
  if (record !== null && ports.notices !== undefined) {
    const view = { record, plan, execution, links: viewLinks(ports, record), at: ports.now() }
    await ports.notices.send(to, { ...renderNotice(view, notice), id: nameNotice(record, notice) })
  }
  return { kind: 'effect_done', op }
}
