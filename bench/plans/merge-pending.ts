import { randomUUID } from 'node:crypto'
import { ConfigurationSchema } from '../../src/domain/configuration/configuration.ts'
import { startExecution } from '../../src/domain/gate/start-execution.ts'
import { workBranch } from '../../src/domain/records/iss-record.ts'
import type { Plan } from '../../src/domain/plan/plan.ts'
import { type Decision, decideWork } from '../../src/domain/work/decide-work.ts'
import { projectLoop, startLoop } from '../../src/domain/work/show/project-loop.ts'
import { registerIssue } from '../../src/domain/work/plan-life/register-issue.ts'
import type { Work } from '../../src/domain/records/work.ts'
import type { DecisionContext, WorkDraft } from '../../src/domain/work/draft/work-draft.ts'
import type { Actor, IssueFacts, WorkEvent } from '../../src/domain/work/draft/work-event.ts'

const at = '2026-11-21T03:12:00.000Z'
const later = '2026-11-21T03:13:00.000Z'
const artifactId = randomUUID()
const commit = 'c'.repeat(40)

const context: DecisionContext = {
  configuration: ConfigurationSchema.parse({}),
  newId: randomUUID,
  timeAfter: (time, ms) => new Date(Date.parse(time) + ms).toISOString(),
  defaultBranch: { name: 'main', sha: commit },
  sessionId: 'codex-issue-20261121T031200Z',
  executors: [],
}

/**
 * An approved plan at work, whose first task waits for nothing but the word that its approved version is merged. What is
 * given back says it: the whole decision, in which whatever depends on that task becomes READY and starts.
 */
export function openMergePending(plan: Plan): () => Decision {
  const work = makeWork(plan)
  const op = 'ISS-007/1'
  const event: WorkEvent = {
    key: `op:${op}`,
    at: later,
    kind: 'gate',
    op,
    by: null,
    gate: { kind: 'merge_confirmed', task: 'T1', artifact_id: artifactId, merge_sha: commit },
    on: null,
  }
  return () => decideWork(work, event, context)
}

function makeWork(plan: Plan): Work {
  const by: Actor = { login: 'ada', id: 1, role: 'maintain' }
  const record: WorkDraft['record'] = {
    ...registerIssue(describeIssue(plan), by, at, { sessionId: context.sessionId, defaultBranch: 'main' }),
    phase: 'working',
    plan_id: plan.id,
    plan_count: 1,
    plan_hash: plan.hash,
    approved: { by: by.login, at, hash: plan.hash },
    base_branch: workBranch(plan.id, 'base'),
    base_sha: commit,
  }
  const execution = startExecution(plan)
  const first = execution.nodes['T1']
  const check = execution.nodes['C1']
  if (first?.kind !== 'ACTION' || check?.kind !== 'CHECK') throw new Error('the plan has no T1 with its C1')
  Object.assign(first, {
    state: 'READY_TO_CHECK',
    merge: 'pending',
    active_artifact_id: artifactId,
    approved_artifact_id: artifactId,
    pull_request: { number: 8, open: true },
  })
  check.state = 'DONE'
  const draft: WorkDraft = {
    record,
    plan,
    execution,
    loop: startLoop(plan, at, context, 1),
    at,
    context,
    effects: [],
    errors: [],
    statusChanged: false,
  }
  return { record, plan, execution, loop: projectLoop(draft) }
}

function describeIssue(plan: Plan): IssueFacts {
  return {
    number: plan.source.issue_number,
    nodeId: 'I_7',
    repository: 'octo/widgets',
    title: plan.description,
    body: '',
    sha256: plan.source.text_sha256,
    removed: 0,
    author: 'ada',
    labels: [],
    open: true,
  }
}
