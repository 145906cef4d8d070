import type { Artifact } from '../../records/artifact.ts'
import type { ActionNode } from '../../records/node-state.ts'
import { findArtifact, type GateDraft, getTask, refuse } from '../draft/gate-draft.ts'
import type { Refusal } from '../draft/gate-event.ts'
import { recordText } from '../../language/message.ts'

/** The version a person's review is about: it must be the newest (design 2.5). */
export function findReviewable(draft: GateDraft, action: ActionNode, headSha: string): Artifact | Refusal {
  const artifact = findArtifact(draft, action.active_artifact_id)
  if (artifact === undefined)
    return refuse(
      recordText('{task} has no version to judge yet', { task: action.id }),
      recordText('`/status` shows where it stands'),
    )
  if (action.state === 'PENDING') {
    const missing = getTask(draft, action.id).depends_on.filter((id) => draft.execution.nodes[id]?.state !== 'DONE')
    return refuse(
      recordText('{task} waits for {others}', { task: action.id, others: missing.join(', ') }),
      recordText('it can be judged once they are approved'),
    )
  }
  if (artifact.commit_sha === headSha) return artifact
  const sha = headSha.slice(0, 7)
  const isVersion = draft.rows.versionsByTask.of(action.id).some((one) => one.commit_sha === headSha)
  if (!isVersion)
    return refuse(
      recordText('that review is on {sha}, which was not taken as a version of {task}', { sha, task: action.id }),
      recordText(
        '`/doctor` looks at its branch; `/approve {task}` or `/reject {task} <why>` in the issue judges version {n}, {commit}',
        { task: action.id, n: artifact.version, commit: artifact.commit_sha.slice(0, 7) },
      ),
    )
  return refuse(
    recordText('that review is on {sha}, the newest version of {task} is {commit}', {
      sha,
      task: action.id,
      commit: artifact.commit_sha.slice(0, 7),
    }),
    recordText('look at the newest version and review it'),
  )
}
