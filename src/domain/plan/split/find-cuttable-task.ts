import { defaultConfiguration } from '../../configuration/configuration.ts'
import type { Plan } from '../plan.ts'
import { taskId } from '../task-id.ts'
import { splitOnDemand } from './split-on-demand.ts'

/** Of a large plan no more are tried than anybody would think of splitting. */
const mostTried = 8

/** The task with the highest estimate that `/split` could cut; undefined where it could cut none. Sizes of files are not known here. */
export function findCuttableTask(plan: Plan, repository: string): string | undefined {
  const place = {
    configuration: defaultConfiguration,
    sizes: new Map<string, number>(),
    nodeId: (id: string) => taskId(repository, plan.id, id),
  }
  const byEstimate = plan.tasks.toSorted((a, b) => b.estimated_person_days - a.estimated_person_days)
  return byEstimate.slice(0, mostTried).find((task) => splitOnDemand(plan, task.id, place).kind === 'split')?.id
}
