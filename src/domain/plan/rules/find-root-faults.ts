import { recordText } from '../../language/message.ts'
import { type DeliverableSpec, deliverablePath } from '../deliverable-spec.ts'
import { createPathMatcher } from '../../paths/path-pattern.ts'
import { finalChecksCover, finalPersonCover, planTestsCover } from '../whole-cover.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Goal, Plan } from '../plan.ts'
import { asLines, writeInstead } from './right-line.ts'
import { cutText } from '../../text/cut-text.ts'

/** Items of the issue that no task criterion covers, and a final deliverable whose parts don't come together (spec 003 §1.4). */
export function findRootFaults(plan: Plan): PlanFault[] {
  const root = plan.goals.find((goal) => goal.id === 'G0')
  if (root === undefined) return []
  return [...findUncovered(root, plan), ...findFinalFaults(root, plan)]
}

function findUncovered(root: Goal, plan: Plan): PlanFault[] {
  const items = root.root_acceptance_criteria ?? []
  const wanted = items.flatMap((item) => item.covered_by)
  const criteria = findKnownCriteria(wanted, plan)
  return items.flatMap((item): PlanFault[] => {
    const unknown = item.covered_by.filter((name) => !criteria.has(name))
    if (item.statement.trim() === '') {
      return [
        {
          code: 'field_missing',
          nodes: [item.id],
          message: writeInstead(
            recordText('root criterion {id} has no statement', { id: item.id }),
            'statement: what must hold',
          ),
        },
      ]
    }
    const said = `"${cutText(item.statement, 60)}"`
    const where =
      item.source === undefined
        ? recordText('line {n} of the issue ({said})', { n: item.source_line, said })
        : recordText('{said}, which was said in the thread', { said })
    if (item.covered_by.length === 0) {
      // Whole, as long as it can be: whoever copies it would have a half sentence for a criterion.
      const line = `- [ ] ${plan.tasks.at(-1)?.id ?? 'T1'}: ${cutText(item.statement, 300)}`
      const message = recordText(
        'no task has a criterion for {where}, and nothing says whose it is; write {code_lines} there, or move it below its task',
        { where, code_lines: asLines(line) },
      )
      return [{ code: 'criterion_uncovered', nodes: [item.id], message }]
    }
    if (unknown.length === 0) return []
    const message = writeInstead(
      recordText('{where} is said to be covered by {names}, which no task has', { where, names: unknown.join(', ') }),
      `covered_by: [${plan.tasks[0]?.id ?? 'T1'}/AC-1]`,
    )
    return [{ code: 'criterion_uncovered', nodes: [item.id], message }]
  })
}

/** Names (`T1/AC-2`) of the plan's criteria, but for tasks that none of the wanted names begins with. */
function findKnownCriteria(wanted: readonly string[], plan: Plan): ReadonlySet<string> {
  const owners = new Set(wanted.map((name) => name.slice(0, name.indexOf('/'))))
  const names = new Set<string>([planTestsCover, finalChecksCover, finalPersonCover])
  for (const task of plan.tasks) {
    if (!owners.has(task.id) && !task.id.includes('/')) continue
    for (const criterion of task.acceptance_criteria) names.add(`${task.id}/${criterion.id}`)
  }
  return names
}

function findFinalFaults(root: Goal, plan: Plan): PlanFault[] {
  const final = root.final_deliverable_spec
  if (final === undefined)
    return [{ code: 'field_missing', nodes: ['G0'], message: recordText('the plan has no final_deliverable_spec') }]
  const dangling = findUnknown(final.include_children, plan.tasks).map((id): PlanFault => ({
    code: 'dependency_dangling',
    nodes: ['G0'],
    message: writeInstead(
      recordText('the final deliverable includes {id}, which is no task', { id }),
      `include_children: [${plan.tasks[0]?.id ?? 'T1'}]`,
    ),
  }))
  switch (final.mode) {
    case 'PASS_THROUGH':
      return [...dangling, ...findEmpty(final.include_children, plan), ...findOutputOfMany(final.output, plan)]
    case 'ASSEMBLE':
      return [
        ...dangling,
        ...findAssembleFaults(final.assemble_task_id, final.include_children, plan),
        ...findUndelivered(final.output, final.assemble_task_id, plan),
      ]
  }
}

/** Nothing would be handed over. A plan without tasks has that fault already. */
function findEmpty(included: readonly string[], plan: Plan): PlanFault[] {
  if (included.length > 0 || plan.tasks.length === 0) return []
  const message = writeInstead(
    recordText('the final deliverable is made of no task; leave `include_children` out for all, or name one'),
    `include_children: [${plan.tasks[0]?.id ?? 'T1'}]`,
  )
  return [{ code: 'field_missing', nodes: ['G0'], message }]
}

function findUnknown(ids: readonly string[], tasks: Plan['tasks']): readonly string[] {
  // All tasks in their order, as nearly always.
  if (ids.every((id, at) => tasks[at]?.id === id)) return []
  const known = new Set(tasks.map((task) => task.id))
  return ids.filter((id) => !known.has(id))
}

/** What is handed through stays at its own paths: there is no one file of it. */
function findOutputOfMany(output: DeliverableSpec, plan: Plan): PlanFault[] {
  if (!output.single_file) return []
  const last = plan.tasks.at(-1)?.id ?? 'T2'
  const message = writeInstead(
    recordText(
      '`output` names {path}, but no task assembles it: what each task delivers is handed over as it is, with a manifest; leave `output` out, or let a task make that file',
      { path: deliverablePath(output) },
    ),
    `final: { mode: ASSEMBLE, assemble_task_id: ${last}, output: { filename: ${output.filename} } }`,
  )
  return [{ code: 'value_not_allowed', nodes: ['G0'], message }]
}

/** A file that is said to be the final deliverable is one that its task delivers, or a part that it was split into. */
function findUndelivered(output: DeliverableSpec, assembling: string | null, plan: Plan): PlanFault[] {
  const [whole] = assembling?.split('.') ?? []
  const delivered = plan.tasks
    .filter((task) => task.id === whole || task.id.startsWith(`${whole}.`))
    .map((task) => task.deliverable_spec)
    .flatMap((spec) => (spec.single_file ? [deliverablePath(spec)] : (spec.files ?? [])))
  const path = deliverablePath(output)
  if (!output.single_file || delivered.length === 0 || delivered.includes(path)) return []
  if (createPathMatcher(delivered)(path)) return []
  const message = recordText(
    "the final deliverable is {path}, which {task} doesn't deliver; write {code_lines} for {assembling}, or leave `output` out",
    {
      path,
      task: assembling ?? '',
      code_lines: asLines(
        `deliverable_spec: { filename: ${output.filename}, output_dir: '${output.output_dir}', single_file: true }`,
      ),
      assembling: assembling ?? '',
    },
  )
  return [{ code: 'value_not_allowed', nodes: ['G0', assembling ?? ''], message }]
}

/** The assembling task must come after each input, directly or by way of others. */
function findAssembleFaults(assembling: string | null, inputs: readonly string[], plan: Plan): PlanFault[] {
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  if (assembling === null || !tasks.has(assembling)) {
    const message = writeInstead(
      recordText('the final deliverable is assembled by {who}; it must name a task of the plan', {
        who: assembling ?? recordText('no task'),
      }),
      `Final: ${plan.tasks.at(-1)?.id ?? 'T2'} assembles all`,
      `assemble_task_id: ${plan.tasks.at(-1)?.id ?? 'T2'}`,
    )
    return [{ code: 'assemble_input_missing', nodes: ['G0'], message }]
  }
  if (inputs.every((input) => input === assembling)) {
    const message = recordText(
      '{task} assembles the final deliverable from no task; name its inputs in `include_children`, or hand over what each task delivers with `mode: PASS_THROUGH`',
      { task: assembling },
    )
    return [{ code: 'assemble_input_missing', nodes: [assembling], message }]
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
      message: writeInstead(
        recordText("{task} assembles {input} but doesn't depend on it", { task: assembling, input }),
        `depends_on: [${input}]`,
        `after ${input}`,
      ),
    }))
}
