import type { EffectKind } from '../../effects/effect.ts'
import type { InThreadRule } from './effect-rule.ts'
import { always } from './standing.ts'
import { recordText } from '../../language/message.ts'

/** What people read goes on while the work is paused. */
const inThread = { performed: 'in_thread', underPause: 'go' } as const

/** Reactions, comments, labels and assignees. */
export const threadRules = {
  react: {
    ...inThread,
    name: recordText('react to a comment'),
    stands: always,
    replaces: 'none',
    // That it can't be placed, mostly since the comment is gone, is nothing to note.
    afterFailure: 'nothing',
    mirrors: false,
    shows: null,
  },
  say: {
    ...inThread,
    name: recordText('post an answer'),
    stands: always,
    replaces: 'none',
    afterFailure: 'trail',
    mirrors: false,
    shows: null,
  },
  fold_comment: {
    ...inThread,
    name: recordText('fold an outdated comment'),
    stands: always,
    replaces: 'none',
    afterFailure: 'nothing',
    mirrors: false,
    shows: null,
  },
  show_plan: {
    ...inThread,
    name: recordText('show the plan'),
    stands: ({ record }, { plan_id }) => record.plan_id === plan_id,
    replaces: 'all',
    afterFailure: 'trail',
    mirrors: false,
    shows: 'plan',
  },
  show_status: {
    ...inThread,
    name: recordText('show the status'),
    stands: ({ record }, { plan_id }) => record.plan_id === plan_id,
    replaces: 'all',
    afterFailure: 'trail',
    mirrors: true,
    shows: 'status',
  },
  set_label: {
    ...inThread,
    name: recordText('set the label'),
    stands: always,
    replaces: 'all',
    afterFailure: 'trail',
    mirrors: true,
    shows: null,
  },
  set_assignees: {
    ...inThread,
    name: recordText('assign who is needed'),
    stands: always,
    // Who comes and goes, in their order.
    replaces: 'none',
    // Not everybody can be assigned.
    afterFailure: 'nothing',
    mirrors: true,
    shows: null,
  },
} satisfies { [K in EffectKind]?: InThreadRule<K> }
