import { judgedCriteria } from '../../plan/assemble/delivery.ts'
import type { Artifact, CarriedFrom } from '../../records/artifact.ts'
import type { ActionNode } from '../../records/node-state.ts'
import type { GateEventOf } from './gate-event.ts'
import { type GateDraft, getCheck, getTask, isSameLogin } from './gate-draft.ts'
import { listPossibleJudges } from './who-judges.ts'

/**
 * A version that was carried over is the same bytes under the same criteria: what a person found to hold of it stands,
 * where it is the same person who would be asked, and `judges` has them: who may judge today (decision 54). Where nobody
 * is named, anybody of those may have judged. Machines look anew, and what they find counts; but what
 * somebody let go stays so, where they may still let go (decision 127).
 */
export function keepJudgements(
  draft: GateDraft,
  action: ActionNode,
  artifact: Artifact,
  carry: CarriedFrom,
  { judges = [], waivers = [] }: Pick<GateEventOf<'run_yielded'>, 'judges' | 'waivers'>,
): void {
  keepWaivers(draft, action, carry, waivers)
  const check = getCheck(draft, action)
  const asked = listPossibleJudges(draft, check, artifact)
  const isAuthor = (login: string) =>
    !draft.rules.allowSelf && artifact.by.kind === 'person' && isSameLogin(artifact.by.login, login)
  const mayStand = (login: string) =>
    judges.some((one) => isSameLogin(one, login)) &&
    !isAuthor(login) &&
    (asked.length === 0 || asked.some((one) => isSameLogin(one, login)))
  const forPeople = new Set(
    getTask(draft, action.id).acceptance_criteria.flatMap(({ id, check_method: method }) =>
      method === 'manual_review' || method === 'model_review' ? [id] : [],
    ),
  )
  const kept = (carry.judged ?? []).filter(
    ({ id, judge }) => forPeople.has(id) && judge !== undefined && mayStand(judge),
  )
  if (kept.length === 0) return
  check.partial = kept
  check.reviewed_artifact_id = artifact.artifact_id
}

function keepWaivers(
  draft: GateDraft,
  action: ActionNode,
  { waived = [] }: CarriedFrom,
  waivers: readonly string[],
): void {
  const own = new Set(judgedCriteria(getTask(draft, action.id)).map(({ id }) => id))
  const known = new Set(action.waivers.map(({ criterion }) => criterion))
  const kept = waived.filter(
    ({ criterion, by }) =>
      own.has(criterion) && !known.has(criterion) && waivers.some((login) => isSameLogin(login, by)),
  )
  action.waivers = [...action.waivers, ...kept.map((waiver) => ({ ...waiver, carried: true as const }))]
}
