import { checkOrder } from '../../../job/task/check-order.ts'
import type { RunMode } from '../../action-mode.ts'
import type { checkOrderMode } from './check-order-mode.ts'

export const runCheckOrderMode: RunMode<typeof checkOrderMode> = async (inputs, context, output) => {
  const { order: sealed, name, 'state-secret': stateSecret, 'order-key': key } = inputs
  if (stateSecret !== null) output.mask(stateSecret)
  const order = await checkOrder(
    { token: context.token, order: sealed, name: name ?? '', stateSecret, key },
    context.env,
    new Date(),
  )
  output.set('order', sealed)
  output.set('labels', JSON.stringify(order.labels))
  output.set('minutes', String(order.minutes))
  output.set('issue-list', JSON.stringify([order.issue]))
  output.say(`${order.task} of #${order.issue}, by ${order.executor}, on ${order.labels.join(', ')}.`)
}
