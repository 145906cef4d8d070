import type { PlanFault } from '../plan-fault.ts'
import type { Edge, Plan } from '../plan.ts'
import { findCycles } from './find-cycles.ts'

/**
 * Dependencies that lead nowhere, to themselves or in a circle, over both edge types; views of them that disagree; nodes
 * outside the tree. An edge from an ACTION to its CHECK may be drawn and is never followed (spec 003 §1.2).
 */
export function findDependencyFaults(plan: Plan): PlanFault[] {
  const actions = new Set(plan.tasks.map((task) => task.id))
  const goals = new Set(plan.goals.map((goal) => goal.id))
  const checks = new Set(plan.checks.map((check) => check.id))
  const isDrawing = (edge: Edge): boolean =>
    edge.type === 'DEPENDS_ON' && !actions.has(edge.to) && checks.has(edge.to) && actions.has(edge.from)
  const edges = plan.edges.filter((edge) => !isDrawing(edge))
  const parts = edges.filter((edge) => edge.type === 'DECOMPOSE')
  const { unlisted, undrawn } = compareViews(plan, edges)
  return [
    ...plan.tasks.flatMap((task) => task.depends_on.flatMap((on) => findEndFaults(on, task.id, actions))),
    ...unlisted.flatMap((edge) => findOrderFaults(edge, actions)),
    ...undrawn.map(([on, task]) => disagree([on, task], `${task} depends on ${on}, but no edge says so`)),
    ...parts.flatMap((edge) => findPartFaults(edge, actions, goals)),
    ...findTreeFaults(plan, parts),
    ...findCircles(plan, [...parts, ...unlisted]),
  ]
}

function findEndFaults(on: string, task: string, actions: ReadonlySet<string>): PlanFault[] {
  if (on === task) return [{ code: 'dependency_self', nodes: [task], message: `${task} depends on itself` }]
  if (actions.has(on)) return []
  return [{ code: 'dependency_dangling', nodes: [task], message: `${task} depends on ${on}, which is no task` }]
}

/** `depends_on` is the source and the edges repeat it: edges that it lacks, and pairs that the edges lack. */
function compareViews(plan: Plan, edges: readonly Edge[]): { unlisted: Edge[]; undrawn: [string, string][] } {
  const numbers = new Numbering()
  const listed = new Set(plan.tasks.flatMap((task) => task.depends_on.map((on) => numbers.ofPair(on, task.id))))
  const orders = edges.filter((edge) => edge.type === 'DEPENDS_ON')
  const drawn = new Set(orders.map((edge) => numbers.ofPair(edge.from, edge.to)))
  const unlisted = orders.filter((edge) => !listed.has(numbers.ofPair(edge.from, edge.to)))
  const undrawn = plan.tasks.flatMap((task) =>
    task.depends_on
      .filter((on) => !drawn.has(numbers.ofPair(on, task.id)))
      .map((on): [string, string] => [on, task.id]),
  )
  return { unlisted, undrawn }
}

function findOrderFaults(edge: Edge, actions: ReadonlySet<string>): PlanFault[] {
  const { from, to } = edge
  const dangling = [from, to].filter((id) => !actions.has(id))
  if (dangling.length === 0)
    return [disagree([from, to], `an edge lets ${to} wait for ${from}, but its depends_on doesn't`)]
  const message = `a DEPENDS_ON edge leads from ${from} to ${to}; ${dangling.join(' and ')} is no task`
  return [{ code: 'dependency_dangling', nodes: [from, to], message }]
}

function findPartFaults(edge: Edge, actions: ReadonlySet<string>, goals: ReadonlySet<string>): PlanFault[] {
  const { from, to } = edge
  if (from === to) return [{ code: 'dependency_self', nodes: [to], message: `${to} is a part of itself` }]
  if (goals.has(from) && (actions.has(to) || goals.has(to))) return []
  const message = `a DECOMPOSE edge leads from ${from} to ${to}; it must lead from a goal to a node of the plan`
  return [{ code: 'dependency_dangling', nodes: [from, to], message }]
}

function findTreeFaults(plan: Plan, parts: readonly Edge[]): PlanFault[] {
  const parent = new Map<string, string>()
  const torn = new Set<string>()
  for (const { from, to } of parts) {
    if (parent.has(to) && parent.get(to) !== from) torn.add(to)
    parent.set(to, from)
  }
  for (const task of plan.tasks) if (!parent.has(task.id)) torn.add(task.id)
  for (const goal of plan.goals) if (goal.id !== 'G0' && !parent.has(goal.id)) torn.add(goal.id)
  return [...torn].map((id) => disagree([id], `${id} must be part of exactly one goal by the DECOMPOSE edges`))
}

function findCircles(plan: Plan, further: readonly Edge[]): PlanFault[] {
  const numbers = new Numbering()
  const from: number[] = []
  const to: number[] = []
  const connect = (source: string, target: string): void => {
    if (source === target) return
    from.push(numbers.of(source))
    to.push(numbers.of(target))
  }
  for (const task of plan.tasks) numbers.of(task.id)
  for (const task of plan.tasks) for (const on of task.depends_on) connect(on, task.id)
  for (const edge of further) connect(edge.from, edge.to)
  return findCycles(numbers.names.length, from, to).map((cycle): PlanFault => {
    const nodes = cycle.map((node) => numbers.names[node] ?? '')
    return {
      code: 'dependency_circular',
      nodes,
      message: `these wait for each other in a circle: ${describeCircle(nodes)}`,
    }
  })
}

/** Numbers for names from 0: what makes 100,000 nodes cheap to compare. */
class Numbering {
  readonly names: string[] = []
  readonly #numbers = new Map<string, number>()

  of(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.names.length)
    return this.names.push(name) - 1
  }

  /** Exact up to 2^26 names. */
  ofPair(from: string, to: string): number {
    return this.of(from) * 2 ** 26 + this.of(to)
  }
}

function describeCircle(cycle: readonly string[]): string {
  const shown = cycle.length > 12 ? [...cycle.slice(0, 11), `… (${cycle.length - 11} more)`] : cycle
  return [...shown, cycle[0]].join(' → ')
}

function disagree(nodes: string[], message: string): PlanFault {
  return { code: 'views_disagree', nodes, message }
}
