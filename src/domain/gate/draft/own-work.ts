import { type Artifact, unknownPerson } from '../../records/artifact.ts'
import { type GateDraft, refuse } from './gate-draft.ts'
import { listPossibleJudges } from './who-judges.ts'
import { allowSelf } from '../judges/lonely-judge.ts'
import type { Person, Refusal } from './gate-event.ts'
import { recordText } from '../../language/message.ts'

/** A version of nobody knows whom may be anybody's own. */
export function refuseOwnWork(draft: GateDraft, artifact: Artifact, reviewer: Person): Refusal | undefined {
  const { rules } = draft
  const { by, version } = artifact
  if (rules.allowSelf || by.kind !== 'person') return undefined
  if (by.id === reviewer.id) {
    const why = recordText('{who} pushed that version, and nobody approves their own work here', {
      who: `@${reviewer.login}`,
    })
    return refuse(
      why,
      `${nameOthers(draft, artifact)}; ${recordText('where there is nobody, {how}', { how: allowSelf })}`,
    )
  }
  if (by.id !== unknownPerson.id) return undefined
  return refuse(
    recordText("GitHub doesn't say who pushed version {n}, and nobody approves their own work here", { n: version }),
    recordText('push to its branch again, an empty commit will do; then whoever did not push it can approve it'),
  )
}

/** `@bo can, or anybody else with the \`write\` role`: who is asked, as far as that is known, and who may besides. */
function nameOthers(draft: GateDraft, artifact: Artifact): string {
  const check = draft.plan.checks.find((one) => one.review_target_task_id === artifact.task_id)
  const asked = check === undefined ? [] : listPossibleJudges(draft, check, artifact).slice(0, 3)
  const role = `\`${draft.rules.reviewRole}\``
  return asked.length === 0
    ? recordText('anybody else with the {role} role can', { role })
    : recordText('{who} can, or anybody else with the {role} role', {
        who: asked.map((login) => `@${login}`).join(' or '),
        role,
      })
}
