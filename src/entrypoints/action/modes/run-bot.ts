import { parseIssueNumber } from '../../commands/read/parse-issue-number.ts'
import { runBot } from '../../job/run-job.ts'
import type { RunMode } from '../action-mode.ts'
import type { botMode } from './bot-mode.ts'

export const runBotMode: RunMode<typeof botMode> = async (inputs, context, output) => {
  const secret = inputs['state-secret'] ?? ''
  output.mask(secret)
  const issue = inputs.issue === null ? null : parseIssueNumber(inputs.issue)
  if (issue === undefined) return output.fail(`Input "issue" is no number of an issue: ${inputs.issue}`)
  const { isAtRest, summary } = await runBot(
    {
      token: context.token,
      stateSecret: secret,
      issue,
      deadlineMinutes: inputs['deadline-minutes'],
      tasks: inputs.tasks,
    },
    context.env,
  )
  output.set('at-rest', String(isAtRest))
  if (summary !== '') await output.summarise(summary)
  if (isAtRest) output.say('All that was due is done.')
  else
    output.annotate('notice', 'The deadline came before all was done: the next job goes on from here.', 'Not done yet')
}
