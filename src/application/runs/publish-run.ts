import type { Artifact, CarriedFrom } from '../../domain/records/artifact.ts'
import type { Receipt } from '../../domain/records/execution-record.ts'
import type { NewArtifact } from '../../domain/gate/draft/gate-event.ts'
import { renderCommitMessage } from '../../views/pulls/commit-message.ts'
import { renderTaskPullRequest } from '../../views/pulls/task-pull-request.ts'
import { describeVersion } from '../branches/describe-version.ts'
import { findUndoneWork } from '../branches/find-undone.ts'
import type { ViewPorts, BranchPorts, RecordPorts } from '../ports/machine-ports.ts'
import { markedBody, viewLinks } from '../attempts/mark-body.ts'
import type { WorkTreeFile } from '../ports/roles/workspace.ts'
import { getPlan, type TaskRun, versionsOf } from './task-run.ts'

export interface MadeVersion {
  base: string
  files: readonly WorkTreeFile[]
  receipt: Receipt
  carried: CarriedFrom | null
  by: Artifact['by']
}

/** What a run made, as branch, commit and pull request. */
export async function publishRunVersion(
  ports: ViewPorts & BranchPorts & RecordPorts,
  run: TaskRun,
  { base, files, carried, by }: MadeVersion,
  again: boolean,
): Promise<{ artifact: NewArtifact; pullRequest: number | null }> {
  const { task, node, work, repository } = run
  const plan = getPlan(work)
  const versions = versionsOf(run)
  const message = renderCommitMessage({ task, plan, version: versions.length + 1 })
  const record = work.record
  if (record === null || record.base_branch === null) throw new Error('there is no integration branch')
  const open = node.pull_request?.open === true
  const pull = renderTaskPullRequest({ record, plan, task, links: viewLinks(ports, record) })
  const published = await ports.pullRequests.publish(
    repository,
    {
      branch: node.branch,
      parent: versions.at(-1)?.commit_sha ?? null,
      parentBase: versions.at(-1)?.base_sha ?? null,
      base,
      files,
      headline: message.headline,
      body: message.body,
      pullRequest: open
        ? null
        : {
            into: record.base_branch,
            title: pull.title,
            body: markedBody(ports, 'task', `${plan.id}/${task.id}`, pull.body),
          },
    },
    again,
  )
  const described = await describeVersion(ports, repository, versions, {
    commit: published.commitSha,
    base,
    change: files.map(({ bytes: _bytes, ...file }) => file),
  })
  const { commitSha: commit } = published
  const undoes = await findUndoneWork(ports.workspace, repository, work, {
    task: task.id,
    base,
    commit,
    settles: false,
  })
  const artifact: NewArtifact = {
    artifact_id: ports.newId(),
    commit_sha: published.commitSha,
    tree_sha: published.treeSha,
    ...described,
    undoes,
    branch: node.branch,
    created_at: ports.now(),
    by,
    run_id: run.runId,
    carried_from: carried === null ? null : { task_id: carried.task_id, artifact_id: carried.artifact_id },
  }
  return { artifact, pullRequest: published.pullRequest }
}
