import { nextFallback } from '../../configuration/next-fallback.ts'
import type { Plan } from '../../plan/plan.ts'
import { canWork, type DecisionContext } from './work-draft.ts'

/** The plan with tasks of executors that lack something here given to who `run.fallback` names next, and why; the hash doesn't cover it. */
export function settleFallbacks(plan: Plan, context: DecisionContext): Plan {
  const tasks = plan.tasks.map((task) => {
    const { executor } = task
    const lack = context.lacking?.[executor]
    const next = lack === undefined ? undefined : findFallback(context, executor)
    return next === undefined ? task : { ...task, executor: next, executor_why: `\`${executor}\` ${lack}` }
  })
  return { ...plan, tasks }
}

/** Who would take over from it here and now; undefined where nobody would. */
export function findFallback(context: DecisionContext, executor: string): string | undefined {
  return nextFallback(context.configuration.run.fallback, executor, (name) => canWork(context, name))
}
