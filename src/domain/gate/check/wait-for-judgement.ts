import { type Artifact, unknownPerson } from '../../records/artifact.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { Task } from '../../plan/task.ts'
import { type GateDraft, getLockedVersion, getTask, isSameLogin } from '../draft/gate-draft.ts'
import type { JudgeFacts } from '../draft/gate-event.ts'
import { whoJudges } from '../draft/who-judges.ts'
import { allowSelf } from '../judges/lonely-judge.ts'
import { nameCriteria } from '../draft/name-criteria.ts'
import { describeUndone, undoesId, undoneTask } from '../draft/version-criteria.ts'
import { isOptional } from './optional-criteria.ts'
import { recordText } from '../../language/message.ts'

/** CHECK → WAITING_EXTERNAL until somebody with the role judges the named criteria. */
export function waitForJudgement(
  draft: GateDraft,
  action: ActionNode,
  check: CheckNode,
  reviewId: string,
  criteria: readonly string[],
  facts?: JudgeFacts,
): void {
  const artifact = getLockedVersion(draft, check, check.reviewed_artifact_id)
  const who = whoJudges(draft, check, artifact, facts)
  const but = describeWhoMayNot(draft, artifact, who, facts?.may_judge)
  check.state = 'WAITING_EXTERNAL'
  check.deadline = null
  check.waiting_for = {
    kind: 'judgement',
    who: but.asked,
    what: `${describeJudging(getTask(draft, action.id), criteria, artifact)}${describeWhyMinor(draft, action, criteria)}${but.words}`,
  }
  draft.effects.push({ kind: 'ask_reviewers', task: action.id, review_id: reviewId, who })
}

/** What the plan calls minor is asked for where the score decides, which nobody would guess. */
function describeWhyMinor(draft: GateDraft, { id }: ActionNode, criteria: readonly string[]): string {
  const asked = getTask(draft, id).acceptance_criteria.filter((one) => criteria.includes(one.id))
  if (asked.length < criteria.length || asked.some((one) => !isOptional(one))) return ''
  const score = draft.rules.minScore
  const why =
    asked.length === 1
      ? recordText('it is minor, but without it the version scores less than {score}', { score })
      : recordText('they are minor, but without them the version scores less than {score}', { score })
  return `; ${why}`
}

/** Whom nobody else can stand in for is asked to change that; who would be refused is named where anybody else may. */
function describeWhoMayNot(
  { rules }: GateDraft,
  { by }: Artifact,
  who: string[],
  mayJudge: readonly string[] | undefined,
): { asked: string[]; words: string } {
  if (rules.allowSelf || by.kind !== 'person') return { asked: who, words: '' }
  if (by.id === unknownPerson.id) {
    const why = recordText(
      "GitHub doesn't say who pushed it, so push to its branch again first, an empty commit will do",
    )
    return { asked: [], words: `; ${why}` }
  }
  if (who.length > 0) return { asked: who, words: '' }
  if (mayJudge === undefined || mayJudge.some((one) => !isSameLogin(one, by.login)))
    return { asked: [], words: `; ${recordText('not {who}, who pushed it', { who: `@${by.login}` })}` }
  const why = recordText('only {who} may review here and pushed it: {how}, or give somebody else write access', {
    who: `@${by.login}`,
    how: allowSelf,
  })
  return { asked: [by.login], words: `; ${why}` }
}

/** `judge AC-2 “It reads well” of T3, and whether it may undo approved work of T1 (UNDOES-T1): b.js (…)`. */
function describeJudging(
  { id: task, acceptance_criteria: known }: Task,
  criteria: readonly string[],
  { undoes }: Artifact,
): string {
  const stated = criteria.filter((id) => undoneTask(id) === undefined)
  const undoing = criteria.filter((id) => undoneTask(id) !== undefined)
  const undone = undoing.flatMap((id) => undoneTask(id) ?? []).join(', ')
  const asked = nameCriteria(stated, known)
  if (undoing.length === 0) return recordText('judge {criteria} of {task}', { criteria: asked, task })
  const what = describeUndone(undoes.filter((one) => undoing.includes(undoesId(one.task))))
  const told = { task, others: undone, ids: undoing.join(', '), what }
  return stated.length === 0
    ? recordText('judge whether {task} may undo approved work of {others} ({ids}): {what}', told)
    : recordText('judge {criteria} of {task}, and whether it may undo approved work of {others} ({ids}): {what}', {
        ...told,
        criteria: asked,
      })
}
