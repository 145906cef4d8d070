import type { Task } from '../../plan/task.ts'

/** The way out of a repository of one person. */
export const allowSelf = '`review.allow_self: true` in `.github/countersign.yml` lets people approve what they pushed'

/** What a plan has to say where one person alone may review, and is to push what takes a person's judgement. */
export function lonelyJudge(judges: readonly string[], tasks: readonly Pick<Task, 'id'>[]): string | undefined {
  const [only] = judges
  if (only === undefined || judges.length > 1) return undefined
  const named = tasks.slice(0, 5).map(({ id }) => id)
  const more = tasks.length > named.length ? ` and ${tasks.length - named.length} more` : ''
  return `${named.join(', ')}${more} ${tasks.length === 1 ? 'needs' : 'need'} a person's judgement, ${only} is the only one who may review here, and nobody approves what they pushed: ${allowSelf}; or give somebody else write access.`
}
