import { type Artifact, unknownPerson } from '../../records/artifact.ts'
import { type GateDraft, refuse } from './gate-draft.ts'
import { listPossibleJudges } from './who-judges.ts'
import { allowSelf } from '../judges/lonely-judge.ts'
import type { Person, Refusal } from './gate-event.ts'

/** A version of nobody knows whom may be anybody's own. */
export function refuseOwnWork(draft: GateDraft, artifact: Artifact, reviewer: Person): Refusal | undefined {
  const { rules } = draft
  const { by, version } = artifact
  if (rules.allowSelf || by.kind !== 'person') return undefined
  if (by.id === reviewer.id) {
    const why = `@${reviewer.login} pushed that version, and nobody approves their own work here`
    return refuse(why, `${nameOthers(draft, artifact)}; where there is nobody, ${allowSelf}`)
  }
  if (by.id !== unknownPerson.id) return undefined
  return refuse(
    `GitHub doesn't say who pushed version ${version}, and nobody approves their own work here`,
    'push to its branch again, an empty commit will do; then whoever did not push it can approve it',
  )
}

/** `@bo can, or anybody else with the \`write\` role`: who is asked, as far as that is known, and who may besides. */
function nameOthers(draft: GateDraft, artifact: Artifact): string {
  const check = draft.plan.checks.find((one) => one.review_target_task_id === artifact.task_id)
  const asked = check === undefined ? [] : listPossibleJudges(draft, check, artifact).slice(0, 3)
  const anybody = `anybody else with the \`${draft.rules.reviewRole}\` role`
  return asked.length === 0 ? `${anybody} can` : `${asked.map((login) => `@${login}`).join(' or ')} can, or ${anybody}`
}
