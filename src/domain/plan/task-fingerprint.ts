import { recordText } from '../language/message.ts'
import { hashPlan } from './plan-hash.ts'
import type { Task } from './task.ts'

/** sha256 of what a reader approves of a task, whatever it is called, wherever in the order it stands, however long it was thought to take, however its CHECK looks for the deliverable. */
export function taskFingerprint(task: Task): string {
  const { delivery_check: _, ...asked } = task
  const implementation = task.implementation.map(asPlansSaidIt)
  const alone: Task = { ...asked, implementation, id: 'T1', depends_on: [], priority: 1, estimated_person_days: 1 }
  return hashPlan({ description: '', goals: [], tasks: [alone] })
}

/** The words for a command were others once: what plans of then began is carried over still. */
function asPlansSaidIt(step: string): string {
  const said = /^Run the command(?: of (\d{1,7}) lines)? as given$/.exec(step)
  return said === null ? step : recordText('Run the command of {n} line(s) as given', { n: said[1] ?? 1 })
}
