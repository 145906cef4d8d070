import type { ReplyOf } from '../../domain/effects/reply.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { mention, renderName } from '../text/person.ts'
import { code, replyLine } from '../text/reply-words.ts'

interface Context {
  record: IssRecord | null
  links: Links
}

/** A branch was deleted or pushed by force. */
export function renderBranchLost({ by: login, what, branch }: ReplyOf<'branch_lost'>): string {
  const by = login === null ? 'Somebody' : renderName(shorten(login, 60))
  const forced =
    what === 'deleted' || branch.endsWith('/base')
      ? ''
      : ' What was pushed by force counts once it is on top of that: cherry-pick it there, and push without `--force`.'
  return `⏸️ **Paused:** ${by} ${what} ${code(branch)}. The recorded versions are safe on the workflow branch.\n\n\`/doctor fix\` puts the branch back where it was recorded, then \`/resume\` goes on; or \`/stop\`.${forced}`
}

/** To whoever pushes to a branch of a stopped or replaced plan. */
export function renderMissedPush(
  { login, branch, stopped }: ReplyOf<'push_unheard'>,
  { record, links }: Context,
): string {
  const to = `${mention(shorten(login, 60))}, nobody looks at what is pushed to ${code(branch)}:`
  if (stopped)
    return `${to} the work on #${record?.number} is stopped. The commits stay there; once \`/approve\` has started it again, they become a version.`
  const comment = record?.plan_comment ?? null
  const plan = linkTo('another one', comment === null ? null : links.comment(comment.id))
  return `${to} its plan was replaced by ${plan}. The commits stay there. If they are still wanted, push them to the branch of the task that asks for them now.`
}

/** The integration branch holds what nobody approved. */
export function renderIntegrationDiffers(reply: ReplyOf<'integration_differs'>, { links }: Context): string {
  const by = reply.by === null ? 'Somebody' : renderName(shorten(reply.by, 60))
  const rows = reply.differences.map(({ path, approved }) =>
    approved === null
      ? `- ${code(path)} was changed, and no approved work changes it`
      : `- ${code(path)} is not as approved in version ${approved.version} of ${replyLine(approved.task, 20)}`,
  )
  const more = reply.more === 0 ? [] : [`- and ${reply.more} more`]
  const commit = linkTo(inlineCode(reply.commit.slice(0, 7)), links.commit(reply.commit))
  return [
    `⏸️ **Paused:** ${by} changed ${code(reply.branch)} (${commit}) in a way that nobody approved:`,
    [...rows, ...more].join('\n'),
    `\`/doctor fix\` puts the branch back where it was recorded, and a push to a task's branch makes a version of what is meant. Then \`/resume\` goes on.`,
  ].join('\n\n')
}
