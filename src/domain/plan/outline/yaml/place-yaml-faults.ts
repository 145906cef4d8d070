import { recordText } from '../../../language/message.ts'
import { parseSafeYaml, type YamlLocator } from '../../../text/parse-safe-yaml.ts'
import type { PlanFault } from '../../rules/plan-fault.ts'
import { findYamlBlocks } from './find-yaml-block.ts'

/** Rules that a plan in YAML breaks, each with the line and column it stands at; as they are where the issue has no such plan. */
export function placeYamlFaults(body: string, faults: readonly PlanFault[]): PlanFault[] {
  const [block] = faults.length === 0 ? [] : findYamlBlocks(body)
  const yaml = block === undefined ? undefined : parseSafeYaml(block.content, block)
  if (yaml?.ok !== true) return [...faults]
  const tasks = readTasks(yaml.value)
  return faults.map((fault) => {
    const at = locateFault(fault, tasks, yaml.locate)
    if (at === undefined) return fault
    const message = recordText('Line {n}, column {column}: {fault}.', {
      n: at.line,
      column: at.column,
      fault: fault.message,
    })
    return { ...fault, message }
  })
}

interface PlacedTask {
  id: string
  dependsOn: readonly unknown[]
}

function readTasks(plan: unknown): PlacedTask[] {
  const tasks = propertyOf(plan, 'tasks')
  if (!Array.isArray(tasks)) return []
  return tasks.map((task: unknown) => {
    const [id, dependsOn] = [propertyOf(task, 'id'), propertyOf(task, 'depends_on')]
    return { id: typeof id === 'string' ? id : '', dependsOn: Array.isArray(dependsOn) ? dependsOn : [dependsOn] }
  })
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** An order that is not in the YAML was given in the thread: it has no line. */
function locateFault({ code, nodes }: PlanFault, tasks: readonly PlacedTask[], locate: YamlLocator) {
  const ids = new Set(tasks.map(({ id }) => id))
  for (const [at, { id, dependsOn }] of tasks.entries()) {
    if (!nodes.includes(id)) continue
    const isWrong = wrongOrder(code, id, nodes, ids)
    if (isWrong === undefined) return locate(['tasks', at])
    const order = dependsOn.findIndex(isWrong)
    if (order !== -1) return locate(['tasks', at, 'depends_on', order])
  }
  return undefined
}

/** Which of a task's orders the fault is about; undefined of a fault that is about none. */
function wrongOrder(
  code: PlanFault['code'],
  id: string,
  nodes: readonly string[],
  ids: ReadonlySet<string>,
): ((on: unknown) => boolean) | undefined {
  switch (code) {
    case 'dependency_dangling':
      return (on) => typeof on === 'string' && !ids.has(on)
    case 'dependency_self':
      return (on) => on === id
    case 'dependency_circular':
      return (on) => typeof on === 'string' && on !== id && nodes.includes(on)
    default:
      return undefined
  }
}
