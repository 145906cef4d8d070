import type { Steering } from '../domain/work/steering.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { RepositoryRef } from './ports/repository-ref.ts'

export interface SteeringRequest {
  steering: Steering
  /** In whose name. Their role is looked up when it is carried out: the one that the same command in the thread takes. */
  by: { login: string; id: number }
  /** The same id asks for the same thing: it is carried out once. */
  id: string
}

/**
 * Pauses, resumes or stops the work on an issue, as `/pause`, `/resume` and `/stop` do, without a comment. Resolves once
 * the wish is stored, in any process that shares the queues; the record says what came of it (`paused`, `stopped`).
 */
export function steerIssue(
  { tell, now }: Pick<MachinePorts, 'tell' | 'now'>,
  repository: RepositoryRef,
  issueNumber: number,
  { steering, by, id }: SteeringRequest,
): Promise<void> {
  const sender = { ...by, appId: null, isBot: false }
  const place = { repository, issueNumber, planNumber: null }
  return tell([{ ...place, key: `steered:${id}`, at: now(), kind: 'steered', steering, sender }])
}
