import type { PlanFault } from '../plan-fault.ts'
import type { Plan } from '../plan.ts'

/** File sets that don't say what is in them (spec 003 §3.2), and views of criteria that disagree. */
export function findDeliverableFaults(plan: Plan): PlanFault[] {
  return plan.tasks.flatMap((task): PlanFault[] => {
    const spec = task.deliverable_spec
    const faults: PlanFault[] = []
    if (spec.filename.trim() === '' || spec.format.trim() === '') {
      faults.push({
        code: 'field_missing',
        nodes: [task.id],
        message: `the deliverable of ${task.id} needs format and filename`,
      })
    }
    if (!/^$|\/$/.test(spec.output_dir)) {
      const message = `output_dir of ${task.id} must be empty or end in "/"`
      faults.push({ code: 'value_not_allowed', nodes: [task.id], message })
    }
    if (
      !spec.single_file &&
      (spec.bundle_mode !== 'MANIFEST' || !(spec.files ?? []).some((file) => file.trim() !== ''))
    ) {
      const message = `${task.id} delivers several files: that takes \`bundle_mode: MANIFEST\` and \`files\`, the paths or globs expected`
      faults.push({ code: 'file_set_unspecified', nodes: [task.id], message })
    }
    if ((spec.files ?? []).includes('')) {
      faults.push({ code: 'value_not_allowed', nodes: [task.id], message: `files of ${task.id} has an empty entry` })
    }
    const repeated = task.acceptance.criteria
    const stated = task.acceptance_criteria
    if (
      repeated.length !== stated.length ||
      stated.some((criterion, index) => criterion.statement !== repeated[index])
    ) {
      const message = `acceptance.criteria of ${task.id} doesn't repeat the statements of its acceptance_criteria`
      faults.push({ code: 'views_disagree', nodes: [task.id], message })
    }
    return faults
  })
}
