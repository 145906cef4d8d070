import { issId, type IssRecord } from '../../records/iss-record.ts'
import type { Actor, IssueFacts } from '../draft/work-event.ts'

/** A new ISS record with the text frozen as it is now. */
export function registerIssue(
  issue: IssueFacts,
  by: Actor,
  at: string,
  where: { sessionId: string; defaultBranch: string },
): IssRecord {
  return {
    schema_version: 1,
    id: issId(issue.number),
    number: issue.number,
    node_id: issue.nodeId,
    repository: issue.repository,
    // The store names it as it writes.
    repository_id: null,
    phase: 'registered',
    frozen: freeze(issue, by, at),
    current_sha256: issue.sha256,
    comment_ids: [],
    session_id: where.sessionId,
    plan_id: null,
    plan_count: 0,
    plan_hash: null,
    guidance: null,
    rounds: [],
    replanning: null,
    carryable: [],
    revisions: [],
    mirrored: {},
    assigned: {},
    approved: null,
    loop_id: null,
    loop_count: 0,
    loops: [],
    base_branch: null,
    base_sha: null,
    default_branch: where.defaultBranch,
    paused: null,
    stopped: null,
    final_pull_request: null,
    plan_comment: null,
    status_comment: null,
    label: null,
    outsiders: [],
    told: [],
    exports: [],
    applied: [],
    outbox: [],
    next_op: 1,
    trail: [],
  }
}

export function freeze(issue: IssueFacts, by: Actor, at: string): IssRecord['frozen'] {
  return {
    title: issue.title,
    body: issue.body,
    sha256: issue.sha256,
    author: issue.author,
    labels: issue.labels,
    removed: issue.removed,
    at,
    by: by.login,
  }
}
