import type { PlanFault } from '../plan-fault.ts'
import type { Goal, Plan } from '../plan.ts'

/** Items of the issue that no task criterion covers, and a final deliverable whose parts don't come together (spec 003 §1.4). */
export function findRootFaults(plan: Plan): PlanFault[] {
  const root = plan.goals.find((goal) => goal.id === 'G0')
  if (root === undefined) return []
  return [...findUncovered(root, plan), ...findFinalFaults(root, plan)]
}

function findUncovered(root: Goal, plan: Plan): PlanFault[] {
  const items = root.root_acceptance_criteria ?? []
  const criteria = new Set(
    (items.length === 0 ? [] : plan.tasks).flatMap((task) =>
      task.acceptance_criteria.map((criterion) => `${task.id}/${criterion.id}`),
    ),
  )
  return items.flatMap((item): PlanFault[] => {
    const unknown = item.covered_by.filter((name) => !criteria.has(name))
    if (item.statement.trim() === '') {
      return [{ code: 'field_missing', nodes: [item.id], message: `root criterion ${item.id} has no statement` }]
    }
    const where = `line ${item.source_line} of the issue ("${shorten(item.statement)}")`
    if (item.covered_by.length === 0) {
      const message = `no task has a criterion for ${where}; begin it with its task, as in \`T2: …\`, or move it below that task`
      return [{ code: 'criterion_uncovered', nodes: [item.id], message }]
    }
    if (unknown.length === 0) return []
    const message = `${where} is said to be covered by ${unknown.join(', ')}, which no task has`
    return [{ code: 'criterion_uncovered', nodes: [item.id], message }]
  })
}

function findFinalFaults(root: Goal, plan: Plan): PlanFault[] {
  const final = root.final_deliverable_spec
  if (final === undefined)
    return [{ code: 'field_missing', nodes: ['G0'], message: 'the plan has no final_deliverable_spec' }]
  const ids = new Set(plan.tasks.map((task) => task.id))
  const dangling = final.include_children
    .filter((id) => !ids.has(id))
    .map((id): PlanFault => ({
      code: 'dependency_dangling',
      nodes: ['G0'],
      message: `the final deliverable includes ${id}, which is no task`,
    }))
  switch (final.mode) {
    case 'PASS_THROUGH':
      return dangling
    case 'ASSEMBLE':
      return [...dangling, ...findAssembleFaults(final.assemble_task_id, final.include_children, plan)]
  }
}

/** The assembling task must come after each input, directly or by way of others. */
function findAssembleFaults(assembling: string | null, inputs: readonly string[], plan: Plan): PlanFault[] {
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  if (assembling === null || !tasks.has(assembling)) {
    const message = `the final deliverable is assembled by ${assembling ?? 'no task'}; it must name a task of the plan`
    return [{ code: 'assemble_input_missing', nodes: ['G0'], message }]
  }
  const before = new Set<string>()
  const open = [assembling]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const on of tasks.get(id)?.depends_on ?? []) {
      if (before.has(on)) continue
      before.add(on)
      open.push(on)
    }
  }
  return inputs
    .filter((input) => input !== assembling && tasks.has(input) && !before.has(input))
    .map((input): PlanFault => ({
      code: 'assemble_input_missing',
      nodes: [assembling, input],
      message: `${assembling} assembles ${input} but doesn't depend on it`,
    }))
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
