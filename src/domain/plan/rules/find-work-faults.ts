import { recordText } from '../../language/message.ts'
import { findBinaryPatch } from '../../text/find-binary-patch.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Plan } from '../plan.ts'

/** Work spelled out in a form that can't be approved: whoever approves a plan reads what it writes. */
export function findWorkFaults(plan: Plan): PlanFault[] {
  return plan.tasks.flatMap(({ id, work }) =>
    work.flatMap((item): PlanFault[] => {
      const line = item.kind === 'diff' ? findBinaryPatch(item.diff) : undefined
      if (line === undefined) return []
      const message = recordText(
        "line {n} of a diff of {task} begins a binary patch, which nobody can read; leave that file out and push it to the task's branch",
        { n: line, task: id },
      )
      return [{ code: 'value_not_allowed', nodes: [id], message }]
    }),
  )
}
