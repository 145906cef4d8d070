import type { RunOrder } from '../../src/application/ports/queues/run-queue.ts'
import type { Message } from '../../src/application/ports/queues/message.ts'

/** A run of issue 7 of `octo-org/NAME`. */
export function buildRunOrder(op: string, name = 'widgets', isUntried = true): RunOrder {
  const repository = { owner: 'octo-org', name, key: `octo-org/${name}`, installationId: 5 }
  return { id: `${repository.key} ${op}`, repository, issueNumber: 7, op, isUntried }
}

/** What a run came to. */
export function buildRunOutcome({ repository, issueNumber, op }: RunOrder): Message {
  const at = '2026-11-21T03:12:00.000Z'
  return { repository, issueNumber, planNumber: null, key: `op:${op}:done`, at, kind: 'show_due' }
}
