import { recordText } from '../../language/message.ts'
import { deliverablePath } from '../deliverable-spec.ts'
import type { PlanFault } from './plan-fault.ts'
import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { writeInstead } from './right-line.ts'

/** File sets that don't say what is in them (spec 003 §3.1), and views of criteria that disagree. */
export function findDeliverableFaults(plan: Plan): PlanFault[] {
  const faults: PlanFault[] = []
  for (const task of plan.tasks) addFaultsOf(task, faults)
  return faults
}

function addFaultsOf(task: Task, faults: PlanFault[]): void {
  const spec = task.deliverable_spec
  if (spec.filename.trim() === '' || spec.format.trim() === '') {
    faults.push({
      code: 'field_missing',
      nodes: [task.id],
      message: writeInstead(
        recordText('the deliverable of {task} needs format and filename', { task: task.id }),
        'deliverable_spec: { format: md, filename: a.md, output_dir: docs/ }',
      ),
    })
  }
  if (spec.output_dir !== '' && !spec.output_dir.endsWith('/')) {
    const message = writeInstead(
      recordText('output_dir of {task} must be empty or end in "/"', { task: task.id }),
      `output_dir: ${spec.output_dir}/`,
    )
    faults.push({ code: 'value_not_allowed', nodes: [task.id], message })
  }
  if (
    !spec.single_file &&
    (spec.bundle_mode !== 'MANIFEST' || !(spec.files ?? []).some((file) => file.trim() !== ''))
  ) {
    const message = writeInstead(
      recordText(
        '{task} delivers several files: that takes `bundle_mode: MANIFEST` and `files`, the paths or globs expected',
        { task: task.id },
      ),
      `deliverable_spec: { single_file: false, bundle_mode: MANIFEST, files: [${deliverablePath(spec)}] }`,
    )
    faults.push({ code: 'file_set_unspecified', nodes: [task.id], message })
  }
  if (spec.files?.includes('') === true) {
    faults.push({
      code: 'value_not_allowed',
      nodes: [task.id],
      message: writeInstead(
        recordText('files of {task} has an empty entry', { task: task.id }),
        'files: [docs/a.md, docs/img/**]',
      ),
    })
  }
  const repeated = task.acceptance.criteria
  const stated = task.acceptance_criteria
  if (repeated.length !== stated.length || stated.some((criterion, index) => criterion.statement !== repeated[index])) {
    const message = recordText(
      "acceptance.criteria of {task} doesn't repeat the statements of its acceptance_criteria; leave `acceptance.criteria` out",
      { task: task.id },
    )
    faults.push({ code: 'views_disagree', nodes: [task.id], message })
  }
}
