import { sameContent } from '../../../src/domain/records/artifact.ts'
import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import type { Git } from './github/git.ts'
import { bot } from './github/github.ts'
import type { IssueState } from './issue-state.ts'

/** What one commit must not do between two states of the same plan; each with the invariant that it breaks. */
export function findRunFaults(was: IssueState, is: IssueState, git: Git): [invariant: string, what: string][] {
  if (is.execution === undefined || was.execution?.solution_id !== is.execution.solution_id) return []
  return [
    ...findStaleResults(was.execution, is.execution),
    ...findStartsUnderPause(was, is),
    ...findUnmerged(was.execution, is.execution, git),
  ]
}

/** Only the live run's results count, and nobody takes the bot for a person. */
function findStaleResults(was: ExecutionRecord, is: ExecutionRecord): [string, string][] {
  const live = (task: string) => actionOf(was, task)?.run?.run_id
  const versions = is.artifacts.slice(was.artifacts.length)
  const receipts = is.receipts.slice(was.receipts.length)
  return [
    ...versions.flatMap(({ task, version, run_id: run }): [string, string][] =>
      run === null || run === live(task) ? [] : [['I11', `version ${version} of ${task} is of a stale run`]],
    ),
    ...versions.flatMap(({ task, version, by }): [string, string][] => {
      const isBot = by.kind === 'person' && by.login === bot.login
      return isBot ? [['I12', `the bot's own push is version ${version} of ${task}`]] : []
    }),
    // A run that was stopped or fenced tells what it left, and nothing else comes of it.
    ...receipts.flatMap(({ task, run_id: run, outcome }): [string, string][] =>
      run === live(task) || outcome === 'left' ? [] : [['I11', `a stale run of ${task} left a receipt`]],
    ),
  ]
}

function findStartsUnderPause(was: IssueState, is: IssueState): [string, string][] {
  if (was.record?.paused == null || was.record.paused.at !== is.record?.paused?.at) return []
  return actionsOf(is.execution).flatMap((node): [string, string][] => {
    const before = was.execution === undefined ? undefined : actionOf(was.execution, node.id)
    const isNew = node.run !== null && node.run.run_id !== before?.run?.run_id
    return isNew ? [['control', `a run of ${node.id} was started under a pause`]] : []
  })
}

/** What is DONE is part of the integration branch, and was approved with those bytes (I6). */
function findUnmerged(was: ExecutionRecord, is: ExecutionRecord, git: Git): [string, string][] {
  return actionsOf(is).flatMap((node): [string, string][] => {
    if (node.state !== 'DONE' || actionOf(was, node.id)?.state === 'DONE') return []
    const versionOf = (id: string | null) => is.artifacts.find((one) => one.artifact_id === id)
    const merged = versionOf(node.active_artifact_id)
    const approved = versionOf(node.approved_artifact_id)
    const head = is.execution_result.commit_hash
    if (merged === undefined || head === null || !git.isAncestor(merged.commit_sha, head))
      return [['I6', `${node.id} is DONE, and its version is not in the integration branch`]]
    const isApproved = approved !== undefined && sameContent(merged, approved)
    return isApproved ? [] : [['I6', `${node.id} is DONE with bytes that nobody approved`]]
  })
}

function actionOf(execution: ExecutionRecord, id: string): ActionNode | undefined {
  const node = execution.nodes[id]
  return node?.kind === 'ACTION' ? node : undefined
}

function actionsOf(execution: ExecutionRecord | undefined): ActionNode[] {
  return Object.values(execution?.nodes ?? {}).flatMap((node) => (node.kind === 'ACTION' ? [node] : []))
}
