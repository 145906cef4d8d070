import type { EffectAction } from '../../effects/effect.ts'
import type { GateEvent, GateEventOf } from '../../gate/draft/gate-event.ts'
import { say, type WorkDraft } from '../draft/work-draft.ts'

/** A merge or a closing by hand that doesn't count is answered: GitHub let it happen, and whoever did it thinks it holds. */
export function replyHandWork(draft: WorkDraft, gate: GateEvent): void {
  if (gate.kind === 'pull_request_merged') replyMerge(draft, gate)
  if (gate.kind === 'pull_request_closed' && owesForTask(draft, 'reopen_task_pull_request', gate.task)) {
    const needs = draft.context.configuration.roles.review
    const what = `@${gate.by.login} closed the pull request of ${gate.task}`
    const why = `closing it rejects its version, which takes the role ${needs}`
    say(draft, { kind: 'work_failed', what, why, next: 'it is opened again' }, gate.number)
  }
}

function replyMerge(draft: WorkDraft, gate: GateEventOf<'pull_request_merged'>): void {
  const { task, by, faults } = gate
  const node = draft.execution?.nodes[task]
  if (node?.kind !== 'ACTION' || node.state === 'DONE') return
  if (faults.length > 0) {
    const what = `@${by.login} merged into ${task} what no version may hold`
    const commit = `${gate.artifact.commit_sha.slice(0, 7)} is still on \`${node.branch}\``
    const next = `it is taken out of the integration branch again; ${commit}: @${by.login}, push a commit there that takes it back`
    say(draft, { kind: 'work_failed', what, why: faults.join('; '), next })
    return
  }
  if (node.state === 'PENDING') return
  const isTaken = owesForTask(draft, 'take_back_merge', task)
  const next = isTaken
    ? `it is taken out of the integration branch again; \`/status\` shows what ${task} waits for`
    : `it stays merged while it is looked at like any version: an approval keeps it, \`/reject ${task} <why>\` takes it out of the integration branch again`
  const why = node.reason ?? 'it is not approved'
  say(draft, { kind: 'work_failed', what: `@${by.login} merged ${task} by hand, which approves nothing`, why, next })
}

function owesForTask(draft: WorkDraft, kind: EffectAction['kind'], task: string): boolean {
  return draft.effects.some((effect) => effect.kind === kind && 'task' in effect && effect.task === task)
}
