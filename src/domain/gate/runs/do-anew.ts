import { recordText } from '../../language/message.ts'
import type { Anew } from '../../records/artifact.ts'
import type { ActionNode } from '../../records/node-state.ts'
import type { GateDraft } from '../draft/gate-draft.ts'

/** What was to be taken over is not: the thread hears why, and whoever does the task where the earlier version is. */
export function doAnew(draft: GateDraft, action: ActionNode, why: Anew): void {
  const { carry: from, id: task } = action
  if (from === null) return
  action.carry = null
  action.earlier = { ...why, from }
  draft.trail.push(`${task}: ${describeAnew(why)}`)
  const { task_id, artifact_id, base_sha, commit_sha, version, pull_request } = from
  const where = { task_id, artifact_id, base_sha, commit_sha, version, pull_request }
  const reply = { kind: 'done_anew' as const, task, earlier: { ...why, from: where } }
  draft.effects.push({ kind: 'say', number: draft.plan.source.issue_number, reply })
}

/** For the trail, and for whoever does it. */
export function describeAnew({ changed, tasks }: Anew): string {
  if (tasks.length > 0) return recordText('done anew, as {tasks} was', { tasks: tasks.join(', ') })
  const named = changed.map(({ path, commit }) =>
    commit === null ? `\`${path}\`` : `\`${path}\` (\`${commit.slice(0, 7)}\`)`,
  )
  return recordText('done anew, as somebody has changed {files} since', { files: named.join(', ') })
}
