import type { Task } from '../../plan/task.ts'
import { recordText } from '../../language/message.ts'

/** The way out of a repository of one person. */
export const allowSelf = recordText(
  '`review.allow_self: true` in `.github/countersign.yml` lets people approve what they pushed',
)

/** What a plan has to say where one person alone may review, and is to push what takes a person's judgement. */
export function lonelyJudge(judges: readonly string[], tasks: readonly Pick<Task, 'id'>[]): string | undefined {
  const [only] = judges
  if (only === undefined || judges.length > 1) return undefined
  const named = tasks.slice(0, 5).map(({ id }) => id)
  const more = tasks.length > named.length ? ` and ${tasks.length - named.length} more` : ''
  const told = { tasks: `${named.join(', ')}${more}`, who: only, how: allowSelf }
  return tasks.length === 1
    ? recordText(
        "{tasks} needs a person's judgement, {who} is the only one who may review here, and nobody approves what they pushed: {how}; or give somebody else write access.",
        told,
      )
    : recordText(
        "{tasks} need a person's judgement, {who} is the only one who may review here, and nobody approves what they pushed: {how}; or give somebody else write access.",
        told,
      )
}
