import { runTask } from '../../../job/task/run-task.ts'
import type { RunMode } from '../../action-mode.ts'
import type { runTaskMode } from './run-task-mode.ts'

export const runTaskByOrder: RunMode<typeof runTaskMode> = async ({ order: sealed }, context, output) => {
  const { order, dir, outcome, files } = await runTask({ token: context.token, order: sealed }, context.env)
  output.set('result', dir)
  output.set('outcome', outcome.kind)
  const who = `${order.task} of #${order.issue} by ${order.executor}`
  if (outcome.kind === 'changed') output.say(`${who}: ${files} ${files === 1 ? 'file' : 'files'} changed.`)
  else output.annotate('warning', 'reason' in outcome ? outcome.reason : outcome.hold.why, `${who}: ${outcome.kind}`)
}
