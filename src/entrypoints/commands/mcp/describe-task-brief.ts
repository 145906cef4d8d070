import type { Work } from '../../../domain/records/work.ts'

/** What whoever does a task has to know, from the records alone. Throws where there is no such task. */
export function describeTaskBrief({ record, plan, execution }: Work, id: string) {
  const task = plan?.tasks.find((one) => one.id === id)
  if (plan === null || task === undefined)
    throw new Error(`there is no ${id}; the plan has ${plan?.tasks.map((one) => one.id).join(', ') ?? 'no task yet'}`)
  const node = execution?.nodes[id]
  const action = node?.kind === 'ACTION' ? node : null
  return {
    issue: record?.id ?? '',
    plan: plan.id,
    task,
    state: action?.state ?? null,
    executor: action?.executor ?? task.executor,
    waits_for: action?.waiting_for ?? null,
    branch: action?.branch ?? null,
    integration_branch: record?.base_branch ?? null,
    pull_request: action?.pull_request ?? null,
    inputs: action?.inputs ?? {},
    rejected: (execution?.reviews ?? [])
      .filter((review) => review.task === id && review.verdict === 'REJECTED')
      .map(({ version, why, to_change, criteria }) => ({ version, why, to_change, criteria })),
  }
}
