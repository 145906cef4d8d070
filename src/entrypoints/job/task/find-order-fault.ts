import type { JobOrder } from '../../../domain/jobs/job-order.ts'

/** Why an order that the bot has sealed is none for this workflow run, as a sentence; undefined where it is. `name`: the run's. */
export function findOrderFault(
  order: JobOrder,
  name: string,
  env: Record<string, string | undefined>,
  now: Date,
): string | undefined {
  const { GITHUB_REPOSITORY, GITHUB_ACTOR = '', GITHUB_TRIGGERING_ACTOR = GITHUB_ACTOR, GITHUB_RUN_ATTEMPT } = env
  if (order.repository !== GITHUB_REPOSITORY) return `It is for ${order.repository}`
  if (order.name !== name) return 'It is for a workflow run of another name'
  const other = [GITHUB_ACTOR, GITHUB_TRIGGERING_ACTOR].find((login) => login !== order.ordered_by)
  if (other !== undefined)
    return `It was started by ${other === '' ? 'nobody' : `@${other}`}, and only @${order.ordered_by} starts it`
  if (GITHUB_RUN_ATTEMPT !== '1') return 'It is run again, and an order is for one run'
  return Date.parse(order.expires_at) < now.getTime() ? `It was to begin by ${order.expires_at}` : undefined
}
