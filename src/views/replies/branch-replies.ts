import { t } from '../language/t.ts'
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

/** A branch was deleted, or the integration branch pushed by force. */
export function renderBranchLost({ by: login, what, branch }: ReplyOf<'branch_lost'>): string {
  const by = login === null ? t('Somebody') : renderName(shorten(login, 60))
  const told = { by, branch: code(branch) }
  const lead =
    what === 'deleted'
      ? t('**Paused:** {by} deleted {branch}.', told)
      : t('**Paused:** {by} force-pushed {branch}.', told)
  return `⏸️ ${lead} ${t('The recorded versions are safe on the workflow branch.')}\n\n${t('`/doctor fix` puts the branch back where it was recorded, then `/resume` goes on; or `/stop`.')}`
}

/** To whoever pushes to a branch of a stopped or replaced plan. */
export function renderMissedPush(
  { login, branch, stopped }: ReplyOf<'push_unheard'>,
  { record, links }: Context,
): string {
  const told = { who: mention(shorten(login, 60)), branch: code(branch) }
  if (stopped)
    return t(
      '{who}, nobody looks at what is pushed to {branch}: the work on {issue} is stopped. The commits stay there; once `/approve` has started it again, they become a version.',
      { ...told, issue: `#${record?.number}` },
    )
  const comment = record?.plan_comment ?? null
  const plan = linkTo(t('another one'), comment === null ? null : links.comment(comment.id))
  return t(
    '{who}, nobody looks at what is pushed to {branch}: its plan was replaced by {plan}. The commits stay there. If they are still wanted, push them to the branch of the task that asks for them now.',
    { ...told, plan },
  )
}

/** The integration branch holds what nobody approved. */
export function renderIntegrationDiffers(reply: ReplyOf<'integration_differs'>, { record, links }: Context): string {
  const by = reply.by === null ? t('Somebody') : renderName(shorten(reply.by, 60))
  const rows = reply.differences.map(({ path, approved }) =>
    approved === null
      ? `- ${t('{path} was changed, and no approved work changes it', { path: code(path) })}`
      : `- ${t('{path} is not as approved in version {version} of {task}', { path: code(path), version: approved.version, task: replyLine(approved.task, 20) })}`,
  )
  const more = reply.more === 0 ? [] : [`- ${t('and {n} more', { n: reply.more })}`]
  const commit = linkTo(inlineCode(reply.commit.slice(0, 7)), links.commit(reply.commit))
  return [
    `⏸️ ${t('**Paused:** {by} changed {branch} ({commit}) in a way that nobody approved:', { by, branch: code(reply.branch), commit })}`,
    [...rows, ...more].join('\n'),
    t(
      "`/doctor fix` puts the branch back where it was recorded, and a push to a task's branch makes a version of what is meant. Then `/resume` goes on.",
    ),
    ...(record?.final_pull_request?.conflict === undefined
      ? []
      : [
          t(
            'If that was to settle the conflict with {branch}: `/replan` does so without it. It makes the plan anew on {branch} as it is now, and what comes of it is judged.',
            { branch: code(record.default_branch) },
          ),
        ]),
  ].join('\n\n')
}
