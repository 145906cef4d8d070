import type { ActionOf, EffectKind } from '../../effects/effect.ts'
import { pauseWork } from '../draft/pause.ts'
import type { WorkDraft } from '../draft/work-draft.ts'
import type { Failure, InOrderRule, WorkState } from './effect-rule.ts'
import { holdEffect, holdWork, keepFailure, replyFailure } from './hold-effect.ts'
import { always, findReviewed, isRootDone } from './standing.ts'
import { recordText } from '../../language/message.ts'

/** Effects on branches and pull requests. */
export const branchRules = {
  open_base: {
    performed: 'in_order',
    name: recordText('make the integration branch'),
    stands: ({ record }, { branch }) => record.phase === 'working' && record.base_branch === branch,
    underPause: 'wait',
    replaces: ({ branch }) => branch,
    afterFailure: { hold: 'action-init' },
  },
  open_task_pull_request: {
    performed: 'in_order',
    name: ({ task }) => recordText('open the pull request of {task}', { task }),
    stands({ execution }, { task, artifact_id }) {
      const node = findReviewed(execution, task)?.node
      return node?.active_artifact_id === artifact_id && !node.pull_request?.open
    },
    underPause: 'wait',
    replaces: ({ artifact_id }) => artifact_id,
    afterFailure: { hold: 'action-develop-with-file' },
  },
  ready_task_pull_request: {
    performed: 'in_order',
    name: ({ task, number }) =>
      recordText('mark pull request {pull} of {task} as ready for review', { pull: `#${number}`, task }),
    stands: isOpenPull,
    underPause: 'go',
    replaces: ({ number }) => number,
    // Left a draft it can't be merged, which is told then.
    afterFailure: 'trail',
  },
  merge_task: {
    performed: 'in_order',
    name: ({ task }) => recordText('merge {task}', { task }),
    stands({ execution }, { task, artifact_id }) {
      const node = findReviewed(execution, task)?.node
      return node?.merge === 'pending' && node.active_artifact_id === artifact_id
    },
    underPause: 'wait',
    replaces: ({ artifact_id }) => artifact_id,
    afterFailure: failMerge,
  },
  take_back_merge: {
    performed: 'in_order',
    name: ({ task }) => recordText('take the merge of {task} out of the integration branch', { task }),
    stands: always,
    underPause: 'go',
    replaces: ({ sha }) => sha,
    afterFailure: failTakingBack,
  },
  reopen_task_pull_request: {
    performed: 'in_order',
    name: ({ task, number }) => recordText('open pull request {pull} of {task} again', { pull: `#${number}`, task }),
    stands: isOpenPull,
    underPause: 'go',
    replaces: ({ number }) => number,
    afterFailure: { hold: 'action-develop-with-file' },
  },
  close_task_pull_request: {
    performed: 'in_order',
    name: ({ task, number }) => recordText('close pull request {pull} of {task}', { pull: `#${number}`, task }),
    stands: always,
    underPause: 'go',
    replaces: 'none',
    afterFailure: 'reply',
  },
  open_final: {
    performed: 'in_order',
    name: recordText('open the final pull request'),
    stands: (state, { plan_id }) => isRootDone(state, plan_id) && state.record.final_pull_request === null,
    underPause: 'wait',
    replaces: 'all',
    afterFailure: { hold: 'action-complete' },
  },
  set_final_draft: {
    performed: 'in_order',
    name: ({ draft }) =>
      draft ? recordText('make the final pull request a draft') : recordText('mark the final pull request as ready'),
    stands: ({ record }, { draft }) => record.final_pull_request?.state === (draft ? 'draft' : 'open'),
    // What isn't ready any more is not to stand there as ready.
    underPause: ({ draft }) => (draft ? 'go' : 'wait'),
    replaces: 'all',
    afterFailure: { hold: 'action-complete' },
  },
  close_final: {
    performed: 'in_order',
    name: recordText('close the final pull request'),
    stands: always,
    underPause: 'go',
    replaces: 'none',
    afterFailure: 'reply',
  },
  delete_branches: {
    performed: 'in_order',
    name: ({ replaced }) =>
      replaced === undefined
        ? recordText('delete the branches that are merged')
        : recordText('delete the branches of the plan that was replaced'),
    stands: ({ record }, { plan_id, replaced }) => replaced !== undefined || record.plan_id === plan_id,
    underPause: 'go',
    replaces: ({ plan_id }) => plan_id,
    afterFailure: 'trail',
  },
} satisfies { [K in EffectKind]?: InOrderRule<K> }

function isOpenPull({ execution }: WorkState, { task, number }: { task: string; number: number }): boolean {
  const node = execution?.nodes[task]
  return node?.kind === 'ACTION' && node.pull_request?.number === number && node.pull_request.open
}

/** A pull request that was made a draft is all that is in the way: it is merged once it is none any more. */
function failMerge(draft: WorkDraft, action: ActionOf<'merge_task'>, failure: Failure): void {
  if (failure.draft_pull === undefined) return holdEffect(draft, action, failure, 'action-develop-with-file')
  draft.effects.push(action)
  if (draft.record.phase === 'working')
    pauseWork(draft, 'countersign', failure.text, 'draft', { pull_request: failure.draft_pull })
  replyFailure(draft, failure, recordText('once it is marked ready for review, it is merged by itself'))
}

/** A commit that reverts it is the wrong way: git takes the task's next version for merged already (decision 29). */
function failTakingBack(draft: WorkDraft, { task, sha }: ActionOf<'take_back_merge'>, failure: Failure): void {
  keepFailure(draft, failure)
  holdWork(draft, failure.text, 'effect')
  const kept = recordText('the branch keeps it; an export holds only what was approved')
  const next = [
    recordText('do not revert {sha} there, which would keep the same files out of the next version of {task}', {
      sha: sha.slice(0, 7),
      task,
    }),
    recordText(
      '`/resume` goes on: that version comes on top of it, and what is left beside it is named before the final pull request is shown as ready, for a push that removes it',
    ),
  ].join('; ')
  replyFailure(draft, failure, draft.record.phase === 'working' ? next : kept)
}
