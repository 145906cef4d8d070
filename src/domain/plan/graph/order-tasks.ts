import { findCycles } from './find-cycles.ts'
import { createLinks, NodeNumbers } from './plan-graph.ts'
import { sortGraph } from './sort-graph.ts'
import type { Task } from '../task.ts'

export type TaskOrder =
  /** Ids with each after all it depends on: in waves, each in the plan's order. */
  | { kind: 'ordered'; ids: string[] }
  /** Tasks that wait for each other, so that no order is possible. */
  | { kind: 'circular'; circles: string[][] }

/** The order in which tasks can be done. Dependencies on what is no task are passed over. Linear, without recursion. */
export function orderTasks(tasks: readonly Pick<Task, 'id' | 'depends_on'>[]): TaskOrder {
  const numbers = new NodeNumbers()
  const nodes = tasks.map((task) => numbers.of(task.id))
  const count = numbers.names.length
  const links = createLinks()
  for (const [index, task] of tasks.entries()) {
    for (const on of task.depends_on) {
      const before = numbers.find(on)
      if (before !== undefined) links.add(before, nodes[index] ?? 0)
    }
  }
  const nameOf = (node: number): string => numbers.names[node] ?? ''
  const { order } = sortGraph(count, links)
  if (order.length === count) return { kind: 'ordered', ids: order.map(nameOf) }
  return { kind: 'circular', circles: findCycles(count, links).map((circle) => circle.map(nameOf)) }
}
