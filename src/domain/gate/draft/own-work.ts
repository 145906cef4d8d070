import { type Artifact, unknownPerson } from '../../records/artifact.ts'
import { type GateDraft, refuse } from './gate-draft.ts'
import { allowSelf } from './lonely-judge.ts'
import type { Person, Refusal } from './gate-event.ts'

/** A version of nobody knows whom may be anybody's own. */
export function refuseOwnWork({ rules }: GateDraft, { by, version }: Artifact, reviewer: Person): Refusal | undefined {
  if (rules.allowSelf || by.kind !== 'person') return undefined
  if (by.id === reviewer.id) {
    const why = `@${reviewer.login} pushed that version, and nobody approves their own work here`
    return refuse(why, `somebody else who may review is needed; where there is nobody, ${allowSelf}`)
  }
  if (by.id !== unknownPerson.id) return undefined
  return refuse(
    `GitHub doesn't say who pushed version ${version}, and nobody approves their own work here`,
    'push to its branch again, an empty commit will do; then whoever did not push it can approve it',
  )
}
