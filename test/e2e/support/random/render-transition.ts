import type { GateTransition } from '../../../support/gate/gate-rows.ts'

/** A commit of the workflow branch in a few lines, for whoever looks for what went wrong. */
export function renderTransition({ before, after, told }: GateTransition): string {
  const events = told.map(({ task, what }) => `${task === null ? '' : `${task} `}${what}`).join(', ')
  const nodes = Object.values(after.execution?.nodes ?? {}).flatMap((node) => {
    const former = before.execution?.nodes[node.id]
    if (JSON.stringify(former) === JSON.stringify(node)) return []
    const merge =
      node.kind === 'ACTION'
        ? ` merge ${node.merge} #${node.pull_request?.number}${node.pull_request?.open === true ? '' : ' closed'}`
        : ''
    return [`${node.id} ${former?.state} → ${node.state}${merge}`]
  })
  const owed =
    after.record?.outbox.map(
      ({ op, action }) =>
        `${op.split('/')[1]} ${action.kind}${action.kind === 'say' ? ` ${JSON.stringify(action.reply)}` : ''}`,
    ) ?? []
  const trail = after.record?.trail.slice(-2).map((one) => one.text) ?? []
  return `    ${events}\n      ${nodes.join('; ')}\n      owes ${owed.join(', ')}\n      ${trail.join(' | ')}`
}
