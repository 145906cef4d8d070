import { recordText } from '../../language/message.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Plan } from '../plan.ts'
import { findCycles } from '../graph/find-cycles.ts'
import { createLinks, type PlanGraph, readPlanGraph } from '../graph/plan-graph.ts'
import type { GraphLinks } from '../graph/sort-graph.ts'
import { asLines, writeInstead } from './right-line.ts'

/**
 * Dependencies that lead nowhere, to themselves or in a circle, over both edge types; views of them that disagree; nodes
 * outside the tree. An edge from an ACTION to its CHECK may be drawn and is never followed (spec 003 §1.2).
 */
export function findDependencyFaults(plan: Plan): PlanFault[] {
  const graph = readPlanGraph(plan)
  const { listed, drawn } = graph
  const agree = sameLinks(listed, drawn)
  // `depends_on` is the source and the edges repeat it: edges that it lacks, and pairs that the edges lack.
  const unlisted = agree ? noLinks : without(drawn, listed)
  const undrawn = agree ? noLinks : without(listed, drawn)
  return [
    ...mapLinks(listed, (from, to) => findEndFaults(graph, from, to)),
    ...mapLinks(unlisted, (from, to) => findOrderFaults(graph, from, to)),
    ...mapLinks(undrawn, (from, to) => findUndrawn(graph, from, to)),
    ...mapLinks(graph.parts, (from, to) => findPartFaults(graph, from, to)),
    ...findTreeFaults(graph),
    ...findCircles(graph, unlisted),
  ]
}

const noLinks: GraphLinks = { from: [], to: [] }

function mapLinks(
  { from, to }: GraphLinks,
  find: (source: number, target: number) => PlanFault | undefined,
): readonly PlanFault[] {
  const faults: PlanFault[] = []
  for (let edge = 0; edge < from.length; edge++) {
    const fault = find(from[edge] ?? 0, to[edge] ?? 0)
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

/** True for edges made from `depends_on`: nothing needs to be looked up then. */
function sameLinks(one: GraphLinks, other: GraphLinks): boolean {
  return (
    one.from.length === other.from.length &&
    one.from.every((from, edge) => from === other.from[edge] && one.to[edge] === other.to[edge])
  )
}

function without(links: GraphLinks, known: GraphLinks): GraphLinks {
  /** Exact up to 2^26 names. */
  const pair = (from: number, to: number): number => from * 2 ** 26 + to
  const pairs = new Set(known.from.map((from, edge) => pair(from, known.to[edge] ?? 0)))
  const rest = createLinks()
  for (const [edge, from] of links.from.entries()) {
    const to = links.to[edge] ?? 0
    if (!pairs.has(pair(from, to))) rest.add(from, to)
  }
  return rest
}

function nameOf({ names }: PlanGraph, node: number): string {
  return names[node] ?? ''
}

function findEndFaults(graph: PlanGraph, from: number, to: number): PlanFault | undefined {
  if (from !== to && graph.isAction(from)) return undefined
  const [on, task] = [nameOf(graph, from), nameOf(graph, to)]
  if (from === to)
    return {
      code: 'dependency_self',
      nodes: [task],
      message: dropOrder(recordText('{task} depends on itself', { task }), graph, task, task),
    }
  return {
    code: 'dependency_dangling',
    nodes: [task],
    message: dropOrder(recordText('{task} depends on {on}, which is no task', { task, on }), graph, task, on),
  }
}

function findOrderFaults(graph: PlanGraph, source: number, target: number): PlanFault {
  const [from, to] = [nameOf(graph, source), nameOf(graph, target)]
  const dangling = [source, target].filter((node) => !graph.isAction(node)).map((node) => nameOf(graph, node))
  if (dangling.length === 0)
    return disagree(
      [from, to],
      writeInstead(
        recordText("an edge lets {to} wait for {from}, but its depends_on doesn't", { to, from }),
        `depends_on: [${from}]`,
      ),
    )
  const message = recordText(
    'a DEPENDS_ON edge leads from {from} to {to}; {names} is no task; leave `edges` out, they are made from `depends_on`',
    { from, to, names: dangling.join(' and ') },
  )
  return { code: 'dependency_dangling', nodes: [from, to], message }
}

function findUndrawn(graph: PlanGraph, from: number, to: number): PlanFault {
  const [on, task] = [nameOf(graph, from), nameOf(graph, to)]
  return disagree(
    [on, task],
    recordText('{task} depends on {on}, but no edge says so; leave `edges` out, they are made from `depends_on`', {
      task,
      on,
    }),
  )
}

function findPartFaults(graph: PlanGraph, source: number, target: number): PlanFault | undefined {
  const { isAction, isGoal } = graph
  if (source !== target && isGoal(source) && (isAction(target) || isGoal(target))) return undefined
  const [from, to] = [nameOf(graph, source), nameOf(graph, target)]
  if (source === target)
    return {
      code: 'dependency_self',
      nodes: [to],
      message: recordText('{to} is a part of itself; leave `edges` out', { to }),
    }
  const message = writeInstead(
    recordText('a DECOMPOSE edge leads from {from} to {to}; it must lead from a goal to a node of the plan', {
      from,
      to,
    }),
    `{ type: DECOMPOSE, from: G0, to: ${to} }`,
  )
  return { code: 'dependency_dangling', nodes: [from, to], message }
}

function findTreeFaults(graph: PlanGraph): PlanFault[] {
  const { names, parts } = graph
  const parent = new Int32Array(names.length).fill(-1)
  const torn = new Set<number>()
  for (const [edge, from] of parts.from.entries()) {
    const to = parts.to[edge] ?? 0
    if (parent[to] !== -1 && parent[to] !== from) torn.add(to)
    parent[to] = from
  }
  for (const [node, name] of names.entries()) {
    if (parent[node] === -1 && (graph.isAction(node) || (graph.isGoal(node) && name !== 'G0'))) torn.add(node)
  }
  return [...torn].map((node) => {
    const id = nameOf(graph, node)
    return disagree(
      [id],
      writeInstead(
        recordText('{id} must be part of exactly one goal by the DECOMPOSE edges', { id }),
        `{ type: DECOMPOSE, from: G0, to: ${id} }`,
      ),
    )
  })
}

function findCircles(graph: PlanGraph, unlisted: GraphLinks): PlanFault[] {
  const links = createLinks()
  for (const { from, to } of [graph.listed, graph.parts, unlisted]) {
    for (const [edge, source] of from.entries()) {
      const target = to[edge] ?? 0
      if (source !== target) links.add(source, target)
    }
  }
  return findCycles(graph.names.length, links).map((cycle): PlanFault => {
    const nodes = cycle.map((node) => nameOf(graph, node))
    return {
      code: 'dependency_circular',
      nodes,
      message: breakCircle(
        recordText('these wait for each other in a circle: {circle}', { circle: describeCircle(nodes) }),
        nodes,
      ),
    }
  })
}

/** One of its orders has to go; which is for its author to say. */
function breakCircle(problem: string, [first = 'T1', ...others]: readonly string[]): string {
  if (others.length === 0) return problem
  return recordText('{problem}; take one of the orders out, as in {code_lines} of {task_id}', {
    problem,
    code_lines: asLines(`${first} after nothing`, 'depends_on: []'),
    task_id: first,
  })
}

/** What a task would wait for without that: another of the plan, if there is one. */
function dropOrder(problem: string, graph: PlanGraph, task: string, on: string): string {
  const other = graph.names.find((name, node) => name !== task && name !== on && graph.isAction(node))
  if (other === undefined)
    return writeInstead(recordText('{problem}; leave {task} out of its order', { problem, task: on }), 'depends_on: []')
  return writeInstead(
    recordText('{problem}; leave {task} out of its order, or name another task', { problem, task: on }),
    `depends_on: [${other}]`,
    `after ${other}`,
  )
}

function describeCircle(cycle: readonly string[]): string {
  const shown = cycle.length > 12 ? [...cycle.slice(0, 11), `… (${cycle.length - 11} more)`] : cycle
  return [...shown, cycle[0]].join(' → ')
}

function disagree(nodes: string[], message: string): PlanFault {
  return { code: 'views_disagree', nodes, message }
}
