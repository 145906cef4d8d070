import type { Work } from '../../../domain/records/work.ts'
import type { MessageOf } from './interpretation.ts'
import { maxRequeues } from '../../ports/queues/message.ts'

/** Webhooks come in any order: this one is about the newest commit, and nobody has told yet that it was pushed. */
export function isBeforePush(
  { pull, requeues = 0 }: MessageOf<'reviewed' | 'pull_closed'>,
  commitSha: string,
  { record, execution }: Work,
): boolean {
  const node = execution?.nodes[pull.leaf]
  if (record?.phase !== 'working' || node?.kind !== 'ACTION' || node.state === 'CANCELLED') return false
  const isTold = record.applied.some(
    ({ key }) => key.startsWith(`head:${node.branch}:`) && key.endsWith(`:${commitSha}`),
  )
  const isKnown = execution?.artifacts.some((one) => one.task === pull.leaf && one.commit_sha === commitSha) === true
  return commitSha === pull.headSha && !isTold && !isKnown && requeues < maxRequeues
}
