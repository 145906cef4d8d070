import type { EffectAction } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { renderFinalPullRequest } from '../../views/pulls/final-pull-request.ts'
import type { Performance } from '../effects/attempt-effect.ts'
import { getBound } from '../effects/bound-work.ts'
import { deleteWorkBranches } from '../branches/delete-branches.ts'
import { lookAtIntegration } from '../branches/integration-differences.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { markedBody, viewLinks } from '../effects/mark-body.ts'
import { mergeTask } from '../branches/merge-task.ts'
import { openTaskPull } from '../branches/open-task-pull.ts'
import { reopenTaskPull } from '../branches/reopen-task-pull.ts'
import { takeBackMerge } from '../branches/take-back-merge.ts'
import { performCheckEffect } from './perform-check-effect.ts'
import type { ThreadEffectKind } from './perform-thread-effects.ts'
import type { RunEffectKind } from '../effects/run-kinds.ts'

export type PullEffectKind = Exclude<EffectAction['kind'], ThreadEffectKind | RunEffectKind>
type PullEffect = Extract<EffectAction, { kind: PullEffectKind }>

/** One effect on branches and pull requests; what it comes to is an event. */
export async function performPullEffect(
  ports: MachinePorts,
  performance: Performance,
  action: PullEffect,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const { repository, work } = performance
  const done: WorkEventBody = { kind: 'effect_done', op }
  switch (action.kind) {
    case 'open_base': {
      if (work.record?.base_sha == null) return done
      await ports.pullRequests.createBranch(repository, action.branch, work.record.base_sha)
      return done
    }
    case 'open_task_pull_request':
      return openTaskPull(ports, performance, action, again, op)
    case 'ask_reviewers':
    case 'post_verdict':
    case 'post_failed_tests':
      await performCheckEffect(ports, performance, action, again, op)
      return done
    case 'merge_task':
      return mergeTask(ports, performance, action, again, op)
    case 'take_back_merge':
      return takeBackMerge(ports, performance, action, op)
    case 'reopen_task_pull_request':
      return reopenTaskPull(ports, performance, action, again, op)
    case 'close_task_pull_request':
      await ports.pullRequests.close(repository, action.number)
      return done
    case 'open_final':
      return openFinal(ports, performance, again, op)
    case 'set_final_draft':
      if (!action.draft) {
        const differs = await findUnapproved(ports, performance, op)
        if (differs !== null) return differs
        // It says what was approved: other versions by now, and by others.
        await ports.pullRequests.rewrite(repository, action.number, renderFinal(ports, performance).body)
      }
      await ports.pullRequests.setDraft(repository, action.number, action.draft)
      return done
    case 'delete_branches':
      await deleteWorkBranches(ports, performance, action)
      return done
    case 'close_final':
      await ports.pullRequests.close(repository, action.number)
      return done
  }
}

/** What the final pull request would show beside what was approved. */
async function findUnapproved(
  ports: MachinePorts,
  { repository, work }: Performance,
  op: string,
): Promise<WorkEventBody | null> {
  const bound = getBound(work)
  const seen = await lookAtIntegration(ports, repository, bound)
  const { base_branch: branch } = bound.record
  if (branch === null || seen === null || seen.differences.length === 0) return null
  const { commit, differences } = seen
  return { kind: 'integration_differs', op, branch, commit, by: null, differences }
}

async function openFinal(
  ports: MachinePorts,
  performance: Performance,
  again: boolean,
  op: string,
): Promise<WorkEventBody> {
  const { record, plan } = getBound(performance.work)
  if (record.base_branch === null) throw new Error('there is no integration branch')
  const differs = await findUnapproved(ports, performance, op)
  if (differs !== null) return differs
  const { title, body } = renderFinal(ports, performance)
  const number = await ports.pullRequests.open(
    performance.repository,
    { head: record.base_branch, into: record.default_branch, title, body },
    again,
  )
  return { kind: 'final_opened', op, plan_id: plan.id, number }
}

function renderFinal(ports: MachinePorts, { work }: Performance): { title: string; body: string } {
  const { record, plan, execution } = getBound(work)
  const { title, body } = renderFinalPullRequest({ record, plan, execution, links: viewLinks(ports, record) })
  return { title, body: markedBody(ports, 'final', plan.id, body) }
}
