import { type Artifact, unknownPerson } from '../../records/artifact.ts'
import type { ActionNode } from '../../records/node-state.ts'
import { askToMerge } from '../merge/ask-to-merge.ts'
import type { GateEventOf, Refusal } from '../draft/gate-event.ts'
import { cutText } from '../../text/cut-text.ts'
import { recordText } from '../../language/message.ts'
import { nameCriteria } from '../draft/name-criteria.ts'
import { criteriaOf, undoneTask } from '../draft/version-criteria.ts'
import type { Task } from '../../plan/task.ts'
import { refuseOtherRun } from './refuse-other-run.ts'
import { type GateDraft, fence, findArtifact, findLastReview, getTask } from '../draft/gate-draft.ts'

/** RUNNING → WAITING_EXTERNAL where the executor is a person: they push to the task's branch. */
export function handOverRun(
  draft: GateDraft,
  action: ActionNode,
  event: GateEventOf<'run_handed_over'>,
): Refusal | undefined {
  const other = refuseOtherRun(action, event.run_id)
  if (other) return other
  draft.execution.receipts.push(event.receipt)
  fence(action)
  if (event.conflict !== undefined) {
    askToMerge(draft, action, event.conflict, event.who)
    return undefined
  }
  if (event.draft !== undefined) {
    const { number, commit_sha } = event.draft
    action.pull_request = { number, open: true, draft: { commit_sha } }
  }
  const version = findArtifact(draft, action.active_artifact_id)
  const author = version?.by.kind === 'person' && version.by.id !== unknownPerson.id ? [version.by.login] : []
  action.state = 'WAITING_EXTERNAL'
  action.waiting_for = {
    kind: 'push',
    who: event.who.length > 0 ? event.who : author,
    what: describePush(draft, action, version),
  }
  return undefined
}

/** The plan names the others by their ids; of these it knows nothing. */
function listUndoing(task: Task, version: Artifact) {
  return criteriaOf(task, version).filter((one) => undoneTask(one.id) !== undefined)
}

/** What became of the version before, if any, then what is asked for. */
function describePush(
  draft: GateDraft,
  { id, branch, reason, earlier }: ActionNode,
  version: Artifact | undefined,
): string {
  const review = version === undefined ? undefined : findLastReview(draft, version.artifact_id)
  const to = `\`${branch}\``
  if (version === undefined) {
    const title = draft.plan.tasks.find((task) => task.id === id)?.title ?? ''
    const told = { task: id, branch: to }
    const push =
      title === ''
        ? recordText('push the work of {task} to {branch}', told)
        : recordText('push the work of {task}, “{title}”, to {branch}', { ...told, title: cutText(title, 100) })
    if (earlier === undefined) return push
    const { pull_request: pull, commit_sha: commit } = earlier.from
    const where = pull === undefined ? `\`${commit.slice(0, 7)}\`` : `#${pull}`
    return `${push}; ${recordText('what was approved before is in {where}', { where })}`
  }
  const n = version.version
  if (review?.verdict !== 'REJECTED') {
    const why = reason ?? recordText('version {n} of {task} is to be replaced', { n, task: id })
    return `${why}; ${recordText('push another version to {branch}', { branch: to })}`
  }
  const failed = review.criteria.filter(({ result }) => result === 'fail').map(({ id: criterion }) => criterion)
  const rejected =
    failed.length === 0
      ? recordText('version {n} of {task} was rejected', { n, task: id })
      : recordText('version {n} of {task} was rejected ({criteria})', {
          n,
          task: id,
          criteria: nameCriteria(failed.slice(0, 4), listUndoing(getTask(draft, id), version)),
        })
  return `${rejected}; ${recordText('push a mended one to {branch}', { branch: to })}`
}
