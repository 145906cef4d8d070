import type { Message, MessageBody } from '../../../application/ports/queues/message.ts'
import { isOwnCheck } from '../read/is-own-check.ts'
import { findPlace, type PayloadOf, message, type Where } from './webhook-place.ts'

export function readPush(push: PayloadOf<'push'>, where: Where): Message[] {
  const branch = push.ref.replace(/^refs\/heads\//, '')
  const place = findPlace(branch)
  // A deletion comes as an event of its own.
  if (place === undefined || push.deleted) return []
  const { before, after, forced } = push
  const body: MessageBody = { kind: 'pushed', branch, leaf: place.leaf, before, after, forced, sender: where.sender }
  // Put back by the doctor, a branch may be forced to the same commit once more, which is news.
  const time = forced ? `${where.envelope.repository?.pushed_at ?? ''}:` : ''
  return [message(where, place.issueNumber, place.planNumber, `head:${branch}:${before}:${time}${after}`, body)]
}

export function readDelete(deleted: PayloadOf<'delete'>, where: Where): Message[] {
  const place = deleted.ref_type === 'branch' ? findPlace(deleted.ref) : undefined
  if (place === undefined) return []
  const key = `deleted:${deleted.ref}:${where.envelope.repository?.pushed_at ?? ''}`
  return [
    message(where, place.issueNumber, place.planNumber, key, {
      kind: 'branch_deleted',
      branch: deleted.ref,
      leaf: place.leaf,
      sender: where.sender,
    }),
  ]
}

export function readCheckRun(
  action: string,
  { check_run: run, requested_action: requested }: PayloadOf<'check_run'>,
  where: Where,
): Message[] {
  const branch = run.check_suite?.head_branch ?? ''
  const ours = isOwnCheck(run, where.context.appId)
  if (action === 'requested_action' && ours && requested?.identifier === 'retry') {
    const place = findPlace(branch)
    if (place === undefined) return []
    return [
      message(where, place.issueNumber, place.planNumber, `retry:${run.id}:${run.completed_at}`, {
        kind: 'retry_pressed',
        leaf: place.leaf,
        sender: where.sender,
      }),
    ]
  }
  if (action !== 'completed' || ours) return []
  return ciMessage(where, branch, run.head_sha, run.name, `ci:check:${run.id}:${run.completed_at}`)
}

export function ciMessage(where: Where, branch: string, commitSha: string, name: string, key: string): Message[] {
  const place = findPlace(branch)
  if (place === undefined) return []
  return [message(where, place.issueNumber, place.planNumber, key, { kind: 'ci', leaf: place.leaf, commitSha, name })]
}
