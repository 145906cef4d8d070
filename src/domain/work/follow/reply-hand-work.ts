import type { EffectAction } from '../../effects/effect.ts'
import type { GateEvent, GateEventOf } from '../../gate/draft/gate-event.ts'
import { say, type WorkDraft } from '../draft/work-draft.ts'
import { recordText } from '../../language/message.ts'

/** A merge or a closing by hand that doesn't count is answered: GitHub let it happen, and whoever did it thinks it holds. */
export function replyHandWork(draft: WorkDraft, gate: GateEvent): void {
  if (gate.kind === 'pull_request_merged') replyMerge(draft, gate)
  if (gate.kind === 'pull_request_closed' && owesForTask(draft, 'reopen_task_pull_request', gate.task)) {
    const needs = draft.context.configuration.roles.review
    const what = recordText('{who} closed the pull request of {task}', { who: `@${gate.by.login}`, task: gate.task })
    const why = recordText('closing it rejects its version, which takes the role {role}', { role: needs })
    say(draft, { kind: 'work_failed', what, why, next: recordText('it is opened again') }, gate.number)
  }
}

function replyMerge(draft: WorkDraft, gate: GateEventOf<'pull_request_merged'>): void {
  const { task, by, faults } = gate
  const node = draft.execution?.nodes[task]
  if (node?.kind !== 'ACTION' || node.state === 'DONE') return
  const who = `@${by.login}`
  if (faults.length > 0) {
    const what = recordText('{who} merged into {task} what no version may hold', { who, task })
    const next = recordText(
      'it is taken out of the integration branch again; {sha} is still on {branch}: {who}, push a commit there that takes it back',
      { sha: gate.artifact.commit_sha.slice(0, 7), branch: `\`${node.branch}\``, who },
    )
    say(draft, { kind: 'work_failed', what, why: faults.join('; '), next })
    return
  }
  if (node.state === 'PENDING') return
  const isTaken = owesForTask(draft, 'take_back_merge', task)
  const next = isTaken
    ? recordText('it is taken out of the integration branch again; `/status` shows what {task} waits for', { task })
    : recordText(
        'it stays merged while it is looked at like any version: an approval keeps it, `/reject {task} <why>` takes it out of the integration branch again',
        { task },
      )
  const why = node.reason ?? recordText('it is not approved')
  say(draft, {
    kind: 'work_failed',
    what: recordText('{who} merged {task} by hand, which approves nothing', { who, task }),
    why,
    next,
  })
}

function owesForTask(draft: WorkDraft, kind: EffectAction['kind'], task: string): boolean {
  return draft.effects.some((effect) => effect.kind === kind && 'task' in effect && effect.task === task)
}
