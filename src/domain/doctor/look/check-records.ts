import { recordText } from '../../language/message.ts'
import type { Artifact } from '../../records/artifact.ts'
import type { ExecutionRecord } from '../../records/execution-record.ts'
import type { ActionNode, CheckNode } from '../../records/node-state.ts'
import type { Review } from '../../records/review.ts'
import { broken, lookAtHistory, type Looked } from '../looked.ts'

/** Pointers between nodes, versions and reviews lead somewhere, and rows say the same of each other (I6). */
export function checkRecords(looked: Looked, execution: ExecutionRecord): void {
  const versions = new Map(execution.artifacts.map((artifact) => [artifact.artifact_id, artifact]))
  const reviews = new Map(execution.reviews.map((review) => [review.review_id, review]))
  checkVersionRows(looked, execution)
  for (const review of execution.reviews)
    checkReviewRow(looked, execution, review, versions.get(review.reviewed_artifact_id))
  for (const node of Object.values(execution.nodes)) {
    if (node.kind === 'ACTION') checkActionPointers(looked, node, versions)
    if (node.kind === 'CHECK') checkCheckPointers(looked, node, versions, reviews)
  }
}

function checkVersionRows(looked: Looked, { artifacts, nodes }: ExecutionRecord): void {
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  for (const artifact of artifacts) {
    const { artifact_id: id, task, task_id: taskId, version } = artifact
    const number = (counts.get(task) ?? 0) + 1
    counts.set(task, number)
    const told = { version, task, id }
    const problem = seen.has(id)
      ? recordText('Version {version} of {task} ({id}) stands there twice', told)
      : version !== number
        ? recordText('Version {version} of {task} ({id}) is number {number} in the list', { ...told, number })
        : nodes[task]?.task_id === taskId
          ? null
          : recordText('Version {version} of {task} ({id}) belongs to no task of the plan', told)
    seen.add(id)
    looked.expect(problem === null, () => broken('version_record_differs', [task], problem ?? '', lookAtHistory))
  }
}

function checkReviewRow(
  looked: Looked,
  { nodes }: ExecutionRecord,
  review: Review,
  version: Artifact | undefined,
): void {
  const told = { review: review.review_id, task: review.task }
  looked.expect(version !== undefined, () =>
    broken(
      'review_record_differs',
      [review.check],
      recordText('Review {review} of {task} is of version {version}, which is not recorded', {
        ...told,
        version: review.reviewed_artifact_id,
      }),
      lookAtHistory,
    ),
  )
  if (version === undefined) return
  const differing = (['task', 'task_id', 'version', 'commit_sha', 'tree_sha'] as const).filter(
    (key) => review[key] !== version[key],
  )
  const check = nodes[review.check]
  const foreign = check !== undefined && check.task_id !== review.check_task_id
  looked.expect(differing.length === 0 && !foreign, () =>
    broken(
      'review_record_differs',
      [review.check],
      foreign
        ? recordText('Review {review} of {task} names another reviewer node than the version it reviewed', told)
        : recordText('Review {review} of {task} names another {keys} than the version it reviewed', {
            ...told,
            keys: differing.join(', '),
          }),
      lookAtHistory,
    ),
  )
}

function checkActionPointers(looked: Looked, node: ActionNode, versions: ReadonlyMap<string, Artifact>): void {
  const pointers: [what: string, id: string | null, task: string][] = [
    [recordText('active version'), node.active_artifact_id, node.id],
    [recordText('approved version'), node.approved_artifact_id, node.id],
    ...Object.entries(node.inputs).map(([task, id]): [string, string, string] => [
      recordText('input from {task}', { task }),
      id,
      task,
    ]),
  ]
  for (const [what, id, task] of pointers)
    if (id !== null) expectVersion(looked, node.id, what, versions.get(id), id, task)
}

function checkCheckPointers(
  looked: Looked,
  node: CheckNode,
  versions: ReadonlyMap<string, Artifact>,
  reviews: ReadonlyMap<string, Review>,
): void {
  for (const id of [node.reviewed_artifact_id, node.superseded_review?.artifact_id ?? null])
    if (id !== null) expectVersion(looked, node.id, recordText('reviewed version'), versions.get(id), id, node.target)
  if (node.state !== 'DONE' || node.review_id === null) return
  looked.expect(reviews.get(node.review_id)?.check === node.id, () =>
    broken(
      'review_pointer_dangling',
      [node.id],
      recordText('{id} points to review {review}, which is not recorded for it', {
        id: node.id,
        review: String(node.review_id),
      }),
      lookAtHistory,
    ),
  )
}

function expectVersion(
  looked: Looked,
  node: string,
  what: string,
  version: Artifact | undefined,
  id: string,
  task: string,
): void {
  looked.expect(version?.task === task, () => {
    const told = { what, node, id }
    const problem =
      version === undefined
        ? recordText('The {what} of {node} is {id}, which is not recorded', told)
        : recordText('The {what} of {node} is {id}, which is a version of {task}', { ...told, task: version.task })
    return broken('version_pointer_dangling', [node], problem, lookAtHistory)
  })
}
