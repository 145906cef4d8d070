import type { EffectKind } from '../../effects/effect.ts'
import type { InOrderRule } from './effect-rule.ts'
import { findReviewed } from './standing.ts'
import { recordText } from '../../language/message.ts'

/** Effects on a version's check run, and the review of its pull request. */
export const checkRules = {
  ask_reviewers: {
    performed: 'in_order',
    name: ({ task }) => recordText('ask for a review of {task}', { task }),
    stands({ execution }, { task, review_id }) {
      const check = findReviewed(execution, task)?.check
      return check?.state === 'WAITING_EXTERNAL' && check.review_id === review_id
    },
    underPause: 'go',
    replaces: ({ review_id }) => review_id,
    afterFailure: 'reply',
  },
  post_verdict: {
    performed: 'in_order',
    name: ({ task }) => recordText('post the verdict on {task}', { task }),
    stands: ({ execution }, { review_id }) => execution?.reviews.some((one) => one.review_id === review_id) ?? false,
    underPause: 'go',
    replaces: 'none',
    afterFailure: 'reply',
  },
  post_failed_tests: {
    performed: 'in_order',
    name: ({ task }) => recordText('show the failed tests of {task}', { task }),
    stands: ({ execution }, { validation_id }) =>
      execution?.validations.some((one) => one.validation_id === validation_id) ?? false,
    underPause: 'go',
    replaces: 'none',
    afterFailure: 'reply',
  },
} satisfies { [K in EffectKind]?: InOrderRule<K> }
