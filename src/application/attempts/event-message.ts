import type { WorkEvent, WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { Message } from '../ports/queues/message.ts'
import { currentTraceparent } from '../spans.ts'

export type EventMessage = Extract<Message, { kind: 'event' }>

/** What came of our own work as a message, under the operation's id: a result counts once. */
export function eventMessage(
  ports: Pick<MachinePorts, 'newId' | 'now'>,
  place: Pick<Message, 'repository' | 'issueNumber'>,
  body: WorkEventBody,
): EventMessage {
  const op = 'op' in body && body.op !== null ? body.op : ports.newId()
  const event: WorkEvent = { key: `op:${op}:${body.kind}`, at: ports.now(), ...body }
  const { repository, issueNumber } = place
  const traceparent = currentTraceparent()
  const message = {
    repository,
    issueNumber,
    planNumber: null,
    key: event.key,
    at: event.at,
    kind: 'event',
    event,
  } as const
  return traceparent === undefined ? message : { ...message, traceparent }
}
