import { alg, Graph } from '@dagrejs/graphlib'
import { DepGraph } from 'dependency-graph'
import type { Task } from '../../src/domain/plan/task.ts'

type Tasks = readonly Pick<Task, 'id' | 'depends_on'>[]

/** A library that orders graphs. `build` makes what it needs; what that gives orders, and throws on a circle. */
export interface OrderPeer {
  name: string
  build: (tasks: Tasks) => () => readonly string[]
}

/** `alg.topsort` throws where `alg.isAcyclic` says no: one call does both, and calling both would take it twice as long. */
const graphlib: OrderPeer = {
  name: '@dagrejs/graphlib',
  build(tasks) {
    const graph = new Graph()
    for (const task of tasks) graph.setNode(task.id)
    for (const task of tasks) for (const on of task.depends_on) graph.setEdge(on, task.id)
    return () => alg.topsort(graph)
  },
}

const dependencyGraph: OrderPeer = {
  name: 'dependency-graph',
  build(tasks) {
    const graph = new DepGraph<string>()
    for (const task of tasks) graph.addNode(task.id)
    for (const task of tasks) for (const on of task.depends_on) graph.addDependency(task.id, on)
    return () => graph.overallOrder()
  },
}

export const orderPeers: readonly OrderPeer[] = [graphlib, dependencyGraph]
