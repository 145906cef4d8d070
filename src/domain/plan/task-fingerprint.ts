import { hashPlan } from './plan-hash.ts'
import type { Task } from './task.ts'

/** sha256 of what a reader approves of a task, whatever it is called, wherever in the order it stands, however long it was thought to take, however its CHECK looks for the deliverable. */
export function taskFingerprint(task: Task): string {
  const { delivery_check: _, ...asked } = task
  const alone: Task = { ...asked, id: 'T1', depends_on: [], priority: 1, estimated_person_days: 1 }
  return hashPlan({ description: '', goals: [], tasks: [alone] })
}
