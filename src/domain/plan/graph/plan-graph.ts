import type { Plan } from '../plan.ts'
import type { GraphLinks } from './sort-graph.ts'

/** A plan's nodes and edges by number: what makes 100,000 of them cheap to compare. Tasks come first, in their order. */
export interface PlanGraph {
  /** Every id that is a node's or that an edge names. */
  names: readonly string[]
  isAction: (node: number) => boolean
  isGoal: (node: number) => boolean
  /** What `depends_on` says: prerequisite → task. */
  listed: GraphLinks
  /** What the DEPENDS_ON edges say; an edge from an ACTION to its CHECK is only drawn, and left out (spec 003 §1.2). */
  drawn: GraphLinks
  /** The DECOMPOSE edges. */
  parts: GraphLinks
}

/** Numbers the plan once: a name is looked up once for each place where it stands. */
export function readPlanGraph(plan: Plan): PlanGraph {
  const numbers = new NodeNumbers()
  const tasks = plan.tasks.map((task) => numbers.of(task.id))
  const actions = numbers.names.length
  const goals = new Set(plan.goals.map((goal) => numbers.of(goal.id)))
  const listed = createLinks()
  let on = 0
  for (const [index, task] of plan.tasks.entries()) {
    for (const name of task.depends_on) {
      on = numbers.near(on, name)
      listed.add(on, tasks[index] ?? 0)
    }
  }
  const drawn = createLinks()
  const parts = createLinks()
  const isCheck = createLookUp(plan.checks)
  let source = 0
  let target = 0
  for (const { type, from, to } of plan.edges) {
    // Where the edges repeat `depends_on` in its order, each name is where it was there.
    const repeats = type === 'DEPENDS_ON' && drawn.from.length < listed.from.length
    source = numbers.near(repeats ? (listed.from[drawn.from.length] ?? 0) : source, from)
    target = numbers.near(repeats ? (listed.to[drawn.from.length] ?? 0) : target, to)
    if (type === 'DECOMPOSE') parts.add(source, target)
    else if (target < actions || source >= actions || !isCheck(to)) drawn.add(source, target)
  }
  return {
    names: numbers.names,
    isAction: (node) => node < actions,
    isGoal: (node) => goals.has(node),
    listed,
    drawn,
    parts,
  }
}

/** Few plans need it: the set is made when it is first asked. */
function createLookUp(nodes: readonly { id: string }[]): (id: string) => boolean {
  let ids: ReadonlySet<string> | undefined
  return (id) => (ids ??= new Set(nodes.map((node) => node.id))).has(id)
}

/** Numbers for names from 0, in the order in which they are first asked for. */
export class NodeNumbers {
  readonly names: string[] = []
  readonly #numbers = new Map<string, number>()

  find(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  /** The same as `of`; told without a look-up where the name stands at that number or the next: lists follow each other. */
  near(number: number, name: string): number {
    if (this.names[number] === name) return number
    return this.names[number + 1] === name ? number + 1 : this.of(name)
  }

  of(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.names.length)
    return this.names.push(name) - 1
  }
}

export interface GrowingLinks extends GraphLinks {
  add: (from: number, to: number) => void
}

export function createLinks(): GrowingLinks {
  const from: number[] = []
  const to: number[] = []
  return {
    from,
    to,
    add(source, target) {
      from.push(source)
      to.push(target)
    },
  }
}
