import { recordText } from '../../language/message.ts'
import type { AssigneeFacts } from '../../plan/assignee.ts'
import { compareAssignees, comparePlans } from '../../plan/difference/plan-difference.ts'
import type { Plan } from '../../plan/plan.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { LoopState } from '../../records/loop/loop-state.ts'
import { noteExecutors } from '../draft/note-executors.ts'
import { settleFallbacks } from '../draft/settle-fallbacks.ts'
import { applyCancel, note, say, type WorkDraft } from '../draft/work-draft.ts'
import { projectLoop } from '../show/project-loop.ts'
import { carryOver, collectCarryable } from './carry-over.ts'
import { replyClosed } from './reply-closed.ts'
import { keepYes, withoutRecord } from './say-to-what.ts'

const revisionLimit = 10
const changeLimit = 40

/** Offered for approval. */
export function propose(draft: WorkDraft, plan: Plan, assignees: AssigneeFacts | undefined): void {
  const { record } = draft
  record.rounds = []
  record.phase = 'proposed'
  record.plan_hash = plan.hash
  draft.plan = { ...noteExecutors(settleFallbacks(plan, draft.context), draft.context, assignees), is_bound: false }
  note(draft, recordText('plan `{hash}` proposed', { hash: plan.hash.slice(0, 7) }))
  draft.effects.push({ kind: 'show_plan', plan_id: plan.id })
}

/**
 * Another plan takes the place of the one that stands: its runs are fenced, its pull requests closed with a word, its
 * comments folded away, its files moved to the history; approved work that still fits is noted to be carried over.
 */
export function supersede(draft: WorkDraft, plan: Plan, why: string, assignees?: AssigneeFacts): void {
  const { record, plan: old, execution } = draft
  const { replanning } = record
  if (old === null || replanning === null) throw new Error('there is no plan to supersede')
  const hash = plan.hash.slice(0, 7)
  const replaced = recordText('replaced by plan `{hash}`', { hash })
  closeWork(draft, replaced)
  fileAway(draft, old, replaced)
  const conflicting = record.final_pull_request?.conflict?.tasks ?? []
  const collected = replanning.fresh ? [] : collectCarryable(old, execution, record.carryable)
  const carryable = collected.map((one) =>
    conflicting.includes(one.task) ? { ...one, conflicts: true as const } : one,
  )
  keepRevision(draft, old, plan, replanning.by, why)
  Object.assign(record, {
    frozen: replanning.frozen,
    comment_ids: replanning.comment_ids,
    guidance: replanning.guidance,
    replanning: null,
    carryable: carryOver(plan, carryable),
    plan_id: plan.id,
    plan_count: record.plan_count + 1,
    approved: null,
    loop_id: null,
    base_branch: null,
    base_sha: null,
    paused: null,
    stopped: null,
    final_pull_request: null,
    plan_comment: null,
    status_comment: null,
  } satisfies Partial<IssRecord>)
  draft.execution = null
  draft.loop = null
  propose(draft, plan, assignees)
}

/** What was made under the old plan goes into the history as it is left, its loop ended (spec 002 §3: `failed` is final). */
function fileAway(draft: WorkDraft, plan: Plan, why: string): void {
  const loop = projectLoop(draft)
  const ended = loop === null || loop.status === 'completed' ? loop : endLoop(loop, why)
  const replaced = { plan: { ...plan, is_bound: false }, execution: draft.execution, loop: ended }
  draft.replaced = [...(draft.replaced ?? []), replaced]
}

function endLoop({ skill_state: skill, ...loop }: LoopState, why: string): LoopState {
  const ended: LoopState = { ...loop, status: 'failed', failure_reason: why }
  return skill === undefined ? ended : { ...ended, skill_state: { ...skill, current_action: null } }
}

function closeWork(draft: WorkDraft, why: string): void {
  const { record } = draft
  replyClosed(draft, why)
  applyCancel(draft, why)
  const final = record.final_pull_request
  if (final?.state === 'open' || final?.state === 'draft') {
    say(draft, { kind: 'superseded', why, issue: record.number }, final.number)
    draft.effects.push({ kind: 'close_final', number: final.number, why })
  }
  for (const comment of [record.plan_comment, record.status_comment]) {
    if (comment !== null) draft.effects.push({ kind: 'fold_comment', node_id: comment.node_id })
  }
  deleteReplaced(draft)
}

/** Once their pull requests are closed: versions and verdicts keep the bytes (decision 0054). */
function deleteReplaced({ record, execution, effects, context }: WorkDraft): void {
  if (record.plan_id === null || record.base_branch === null || execution === null) return
  if (!context.configuration.branches.delete_merged) return
  const commitOf = new Map(execution.artifacts.map((one) => [one.artifact_id, one.commit_sha]))
  const heads = Object.values(execution.nodes).flatMap((node): [string, string][] => {
    if (node.kind !== 'ACTION') return []
    // A draft in which nothing was delivered begins with a commit of ours.
    const commit = commitOf.get(node.active_artifact_id ?? '') ?? node.pull_request?.draft?.commit_sha
    return commit == null ? [] : [[node.id, commit]]
  })
  const stood = [
    record.base_sha,
    ...execution.merges.map((one) => one.merge_sha),
    execution.execution_result.commit_hash,
  ]
  const integration = [...new Set(stood)].filter((sha) => sha !== null)
  const replaced = { heads: Object.fromEntries(heads), integration }
  effects.push({ kind: 'delete_branches', plan_id: record.plan_id, replaced })
}

/** What was said this time; `replanning` has all that was said so far. */
export function whyReplanned(
  record: IssRecord,
  { guidance, frozen, fresh }: NonNullable<IssRecord['replanning']>,
): string {
  const before = fresh ? keepYes(record.guidance) : record.guidance
  const said = withoutRecord((guidance ?? '').slice(before?.length ?? 0).trim())
  const edited =
    frozen.sha256 === record.frozen.sha256 ? recordText('without further words') : recordText('the issue was edited')
  const why = said === '' ? edited : said
  // `/plan` reads the issue alone, and `fresh` begins anew: whoever said something in the thread should know that it is out.
  const isOut = before !== record.guidance || (guidance === null && record.guidance !== null)
  return isOut ? `${why}; ${recordText('what was said in the thread before is not in it')}` : why
}

/** What changed from plan to plan stays readable, so that an approval of the older hash can be answered. */
export function keepRevision(draft: WorkDraft, from: Plan, to: Plan, by: string, why: string): void {
  const changes = [...comparePlans(from, to), ...compareAssignees(from, to)].slice(0, changeLimit)
  const revision = { at: draft.at, by, why: why.slice(0, 300), from_hash: from.hash, to_hash: to.hash, changes }
  draft.record.revisions = [...draft.record.revisions, revision].slice(-revisionLimit)
}
