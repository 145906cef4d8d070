import type { Artifact } from '../../records/artifact.ts'
import type { ActionNode } from '../../records/node-state.ts'
import { findArtifact, type GateDraft, getTask, refuse } from '../draft/gate-draft.ts'
import type { Refusal } from '../draft/gate-event.ts'

/** The version a person's review is about: it must be the newest (design 2.5). */
export function findReviewable(draft: GateDraft, action: ActionNode, headSha: string): Artifact | Refusal {
  const artifact = findArtifact(draft, action.active_artifact_id)
  if (artifact === undefined)
    return refuse(`${action.id} has no version to judge yet`, '`/status` shows where it stands')
  if (action.state === 'PENDING') {
    const missing = getTask(draft, action.id).depends_on.filter((id) => draft.execution.nodes[id]?.state !== 'DONE')
    return refuse(`${action.id} waits for ${missing.join(', ')}`, 'it can be judged once they are approved')
  }
  if (artifact.commit_sha === headSha) return artifact
  const isVersion = draft.rows.versionsByTask.of(action.id).some((one) => one.commit_sha === headSha)
  if (!isVersion)
    return refuse(
      `that review is on ${headSha.slice(0, 7)}, which was not taken as a version of ${action.id}`,
      `\`/doctor\` looks at its branch; \`/approve ${action.id}\` or \`/reject ${action.id} <why>\` in the issue judges version ${artifact.version}, ${artifact.commit_sha.slice(0, 7)}`,
    )
  return refuse(
    `that review is on ${headSha.slice(0, 7)}, the newest version of ${action.id} is ${artifact.commit_sha.slice(0, 7)}`,
    'look at the newest version and review it',
  )
}
