import type { IssRecord } from '../../records/iss-record.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'

const thenApprove = 'the plan then appears here, with the line that approves it'

/** What is asked of a plan where there is none yet: how far planning is, and what brings the plan about. */
export function refusePlanless({ phase, asked_reading: asked }: IssRecord): Refusal {
  switch (phase) {
    case 'registered':
    case 'drafting':
      return refuse('the plan is still being made', 'wait for it: it appears here, with the line that approves it')
    case 'awaiting_input':
      return asked === undefined
        ? refuse(
            'planning came to no plan, and the comment above says why',
            `\`/answer …\` says what is lacking, or edit the issue and comment \`/answer\`; ${thenApprove}`,
          )
        : refuse(
            'there is no plan yet; how the issue was read waits for a yes',
            `\`/answer yes\` takes the issue as it was read; ${thenApprove}`,
          )
    case 'stopped':
      return refuse('it was stopped before there was a plan', `\`/plan\` begins anew; ${thenApprove}`)
    case 'proposed':
    case 'working':
    case 'completed':
      return refuse('there is no plan here', `\`/plan\` makes one; ${thenApprove}`)
  }
}
