import type { TaskRun } from '../../../src/application/runs/task-run.ts'
import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { buildConfiguration, buildRecord, testUuid } from '../builders.ts'
import { repository } from '../fakes/machine.ts'
import { actionOf } from '../gate/play-gate.ts'

/** A run of the plan's first task, as the record has it. */
export function buildTaskRun(plan: Plan, execution: ExecutionRecord): TaskRun {
  const [task] = plan.tasks
  if (task === undefined) throw new Error('the plan has no task')
  return {
    repository,
    work: { record: buildRecord(), plan, execution, loop: null },
    configuration: buildConfiguration(),
    task,
    node: actionOf({ execution }, task.id),
    runId: testUuid('run'),
    signal: new AbortController().signal,
  }
}
