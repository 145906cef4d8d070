import { recordText } from '../../language/message.ts'
import type { YamlLocator } from '../../text/parse-safe-yaml.ts'
import type { PlanFault } from '../rules/plan-fault.ts'

/**
 * Rules that a plan breaks, each with the line and column where it stands; as they are where they are about no line. `value`
 * is what was read, before anything was made of it.
 */
export function placePlanFaults(faults: readonly PlanFault[], value: unknown, locate: YamlLocator): PlanFault[] {
  const plan = readPlaces(value)
  return faults.map((fault) => {
    const path = findFaultPath(fault, plan)
    if (path === undefined) return fault
    const { line, column } = locate(path)
    return {
      ...fault,
      message: recordText('Line {n}, column {column}: {fault}.', { n: line, column, fault: fault.message }),
    }
  })
}

type Path = readonly PropertyKey[]

interface PlanPlaces {
  tasks: readonly { id: unknown; dependsOn: readonly unknown[] }[]
  checks: readonly unknown[]
  edges: readonly { from: unknown; to: unknown }[]
}

function readPlaces(plan: unknown): PlanPlaces {
  return {
    tasks: listOf(plan, 'tasks').map((task) => {
      const dependsOn = propertyOf(task, 'depends_on')
      return { id: propertyOf(task, 'id'), dependsOn: Array.isArray(dependsOn) ? dependsOn : [dependsOn] }
    }),
    checks: listOf(plan, 'checks').map((check) => propertyOf(check, 'id')),
    edges: listOf(plan, 'edges').map((edge) => ({ from: propertyOf(edge, 'from'), to: propertyOf(edge, 'to') })),
  }
}

function listOf(value: unknown, name: string): unknown[] {
  const list = propertyOf(value, name)
  return Array.isArray(list) ? list : []
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** An order that is not in the text was given in the thread: it has no line. */
function findFaultPath({ code, nodes }: PlanFault, plan: PlanPlaces): Path | undefined {
  const ids = new Set(plan.tasks.map(({ id }) => id))
  switch (code) {
    case 'dependency_dangling':
      return findOrder(plan, nodes, (on) => typeof on === 'string' && !ids.has(on)) ?? findEdge(plan, nodes)
    case 'dependency_self':
      return findOrder(plan, nodes, (on, id) => on === id) ?? findEdge(plan, nodes)
    case 'dependency_circular':
      return findOrder(plan, nodes, (on, id) => on !== id && nodes.includes(String(on))) ?? findEdge(plan, nodes)
    case 'views_disagree':
      return (
        findEdge(plan, nodes) ??
        findOrder(plan, nodes, (on, id) => on !== id && nodes.includes(String(on))) ??
        findNode(plan, nodes)
      )
    default:
      return findNode(plan, nodes)
  }
}

/** The first order that is wrong, of a task that the fault names. */
function findOrder(
  { tasks }: PlanPlaces,
  nodes: readonly string[],
  isWrong: (on: unknown, id: unknown) => boolean,
): Path | undefined {
  for (const [at, { id, dependsOn }] of tasks.entries()) {
    const order = nodes.includes(String(id)) ? dependsOn.findIndex((on) => isWrong(on, id)) : -1
    if (order !== -1) return ['tasks', at, 'depends_on', order]
  }
  return undefined
}

/** The edge between the first two that it names, or from the only one to itself. */
function findEdge({ edges }: PlanPlaces, [from, to = from]: readonly string[]): Path | undefined {
  const at = edges.findIndex((edge) => edge.from === from && edge.to === to)
  return at === -1 ? undefined : ['edges', at]
}

function findNode({ tasks, checks }: PlanPlaces, nodes: readonly string[]): Path | undefined {
  const task = tasks.findIndex(({ id }) => nodes.includes(String(id)))
  if (task !== -1) return ['tasks', task]
  const check = checks.findIndex((id) => nodes.includes(String(id)))
  return check === -1 ? undefined : ['checks', check]
}
