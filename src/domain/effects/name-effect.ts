import type { EffectAction } from './effect.ts'

/** What an effect does, in words that follow “could not”: `open the pull request of T1`. */
export function nameEffect(action: EffectAction): string {
  switch (action.kind) {
    case 'react':
      return 'react to a comment'
    case 'show_plan':
      return 'show the plan'
    case 'show_status':
      return 'show the status'
    case 'say':
      return 'post an answer'
    case 'fold_comment':
      return 'fold an outdated comment'
    case 'set_label':
      return 'set the label'
    case 'set_assignees':
      return 'assign who is needed'
    case 'draft_plan':
      return 'make the plan'
    case 'mirror_tasks':
      return 'bring the sub-issues up to date'
    case 'examine':
      return action.fix ? 'mend the records' : 'examine the records'
    case 'open_base':
      return 'make the integration branch'
    case 'run_task':
      return `work on ${action.task}`
    case 'validate_plan':
      return 'run the tests of the plan'
    case 'open_task_pull_request':
      return `open the pull request of ${action.task}`
    case 'review_version':
      return `review ${action.task}`
    case 'ask_reviewers':
      return `ask for a review of ${action.task}`
    case 'post_verdict':
      return `post the verdict on ${action.task}`
    case 'post_failed_tests':
      return `show the failed tests of ${action.task}`
    case 'merge_task':
      return `merge ${action.task}`
    case 'take_back_merge':
      return `take the merge of ${action.task} out of the integration branch`
    case 'reopen_task_pull_request':
      return `open pull request #${action.number} of ${action.task} again`
    case 'close_task_pull_request':
      return `close pull request #${action.number} of ${action.task}`
    case 'open_final':
      return 'open the final pull request'
    case 'set_final_draft':
      return action.draft ? 'make the final pull request a draft' : 'mark the final pull request as ready'
    case 'close_final':
      return 'close the final pull request'
    case 'delete_branches':
      return action.replaced === undefined
        ? 'delete the branches that are merged'
        : 'delete the branches of the plan that was replaced'
    case 'export':
      return 'release the approved versions'
  }
}
