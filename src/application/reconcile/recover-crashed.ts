import { findPartitionIssue, type Message } from '../ports/queues/message.ts'
import type { Queue } from '../ports/queues/queue.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/**
 * Takes up a partition whose process ended without giving it back: what that one decided and didn't do any more is owed by
 * the issue's state, which `handle-messages.ts` reads and carries out on `show_due`. What is found later, or by nobody else, is the reconciler's (`find-unfinished.ts`).
 */
export function recoverCrashed(
  messages: Queue<Message>,
  { partition, repository }: { partition: string; repository: RepositoryRef },
  at: string,
): void {
  const issueNumber = findPartitionIssue(partition)
  if (issueNumber === undefined) return
  const key = `taken-up:${at}`
  messages.push(partition, { repository, issueNumber, planNumber: null, key, at, kind: 'show_due' }, 0)
}
