import type { ActionOf, EffectKind } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { InOrderKind } from '../../domain/work/effects/effect-rules.ts'
import type { OwedOf, Performance } from '../attempts/attempt-effect.ts'
import { deleteWorkBranches } from '../branches/delete-branches.ts'
import type { BranchPorts, MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { mergeTask } from '../branches/merge-task.ts'
import { markPullReady, openTaskPull } from '../branches/open-task-pull.ts'
import { reopenTaskPull } from '../branches/reopen-task-pull.ts'
import { takeBackMerge } from '../branches/take-back-merge.ts'
import { askReviewers, postFailedTests, postVerdict } from './check-performers.ts'
import { openFinalPull, setFinalDraft } from './final-performers.ts'

/** What one kind or another of them needs. */
export type InOrderPorts = BranchPorts & ViewPorts & Pick<MachinePorts, 'repairer'>

/** Carries out one effect on branches, pull requests or check runs; what it comes to is an event. */
type InOrderPerformer<K extends EffectKind> = (
  ports: InOrderPorts,
  performance: Performance,
  action: ActionOf<K>,
  again: boolean,
  op: string,
) => Promise<WorkEventBody>

export const inOrderPerformers = {
  open_base: thenDone(openBase),
  open_task_pull_request: openTaskPull,
  ready_task_pull_request: thenDone(markPullReady),
  ask_reviewers: thenDone(askReviewers),
  post_verdict: thenDone(postVerdict),
  post_failed_tests: thenDone(postFailedTests),
  merge_task: mergeTask,
  take_back_merge: (ports, performance, action, _again, op) => takeBackMerge(ports, performance, action, op),
  reopen_task_pull_request: reopenTaskPull,
  close_task_pull_request: thenDone(closePull),
  open_final: openFinalPull,
  set_final_draft: setFinalDraft,
  close_final: thenDone(closePull),
  delete_branches: thenDone(deleteWorkBranches),
} satisfies { [K in InOrderKind]: InOrderPerformer<K> }

/** Carries it out, by its kind. */
export function performInOrder(
  ports: InOrderPorts,
  performance: Performance,
  { action, op }: OwedOf<InOrderKind>,
  again: boolean,
): Promise<WorkEventBody> {
  const performers: { [K in InOrderKind]: InOrderPerformer<K> } = inOrderPerformers
  // Both are of one kind, which the compiler can't see.
  const perform = performers[action.kind] as InOrderPerformer<InOrderKind>
  return perform(ports, performance, action, again, op)
}

/** Of what comes to no more than that it is done. */
function thenDone<Action>(
  act: (ports: InOrderPorts, performance: Performance, action: Action, again: boolean, op: string) => Promise<void>,
) {
  return async (
    ports: InOrderPorts,
    performance: Performance,
    action: Action,
    again: boolean,
    op: string,
  ): Promise<WorkEventBody> => {
    await act(ports, performance, action, again, op)
    return { kind: 'effect_done', op }
  }
}

async function openBase(
  ports: Pick<MachinePorts, 'pullRequests'>,
  { repository, work }: Performance,
  { branch }: ActionOf<'open_base'>,
): Promise<void> {
  if (work.record?.base_sha == null) return
  await ports.pullRequests.createBranch(repository, branch, work.record.base_sha)
}

async function closePull(
  ports: Pick<MachinePorts, 'pullRequests'>,
  { repository }: Performance,
  { number }: ActionOf<'close_task_pull_request' | 'close_final'>,
): Promise<void> {
  await ports.pullRequests.close(repository, number)
}
