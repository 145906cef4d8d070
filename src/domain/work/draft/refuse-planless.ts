import { recordText } from '../../language/message.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'

/** What is asked of a plan where there is none yet: how far planning is, and what brings the plan about. */
export function refusePlanless({ phase, asked_reading: asked }: IssRecord): Refusal {
  switch (phase) {
    case 'registered':
    case 'drafting':
      return refuse(
        recordText('the plan is still being made'),
        recordText('wait for it: it appears here, with the line that approves it'),
      )
    case 'awaiting_input':
      return asked === undefined
        ? refuse(
            recordText('planning came to no plan, and the comment above says why'),
            recordText(
              '`/answer …` says what is lacking, or edit the issue and comment `/answer`; the plan then appears here, with the line that approves it',
            ),
          )
        : refuse(
            recordText('there is no plan yet; how the issue was read waits for a yes'),
            recordText(
              '`/answer yes` takes the issue as it was read; the plan then appears here, with the line that approves it',
            ),
          )
    case 'stopped':
      return refuse(
        recordText('it was stopped before there was a plan'),
        recordText('`/plan` begins anew; the plan then appears here, with the line that approves it'),
      )
    case 'proposed':
    case 'working':
    case 'completed':
      return refuse(
        recordText('there is no plan here'),
        recordText('`/plan` makes one; the plan then appears here, with the line that approves it'),
      )
  }
}
