import { mirroredTasks } from '../../domain/work/show/mirrored-tasks.ts'
import type { Work } from '../../domain/records/work.ts'
import { renderMirroredTask } from '../../views/task/mirrored-task.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import type { MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { mark, markedBody, viewLinks } from '../attempts/mark-body.ts'
import type { MirroredTask, MirrorIssue } from '../ports/forge/issue-mirror.ts'

/**
 * Brings the sub-issues in step with the tasks of the approved plan; without one they are closed (configuration
 * `mirror`). It goes by the newest state, not the one it was owed in: another try after a fault may come later than the
 * sync that followed it, and must not undo that.
 */
export async function mirrorTasks(
  ports: ViewPorts & Pick<MachinePorts, 'store' | 'mirror'>,
  { repository, work: owedIn, configuration }: Pick<Performance, 'repository' | 'work' | 'configuration'>,
): Promise<Record<string, MirrorIssue>> {
  if (owedIn.record === null) return {}
  const { work } = await ports.store.read(repository, owedIn.record.number, 'cached')
  const { record } = work
  if (record === null) return {}
  const wanted = wantedTasks(ports, work, configuration.mirror.dependencies)
  return ports.mirror.sync(repository, record.number, wanted, record.mirrored)
}

function wantedTasks(ports: ViewPorts, { record, plan, execution }: Work, dependencies: boolean): MirroredTask[] {
  if (record === null || plan === null || record.approved === null) return []
  const links = viewLinks(ports, record)
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  return mirroredTasks(plan, execution).flatMap(({ task: id, assigned, open, closedAs, blockedBy }) => {
    const task = tasks.get(id)
    if (task === undefined) return []
    const key = mirrorKey(plan.id, id)
    const { title, body } = renderMirroredTask({
      record,
      plan,
      task: { ...task, executor: assigned ?? task.executor },
      links,
    })
    return {
      task: key,
      mark: mark(ports, 'mirror', key),
      title,
      body: markedBody(ports, 'mirror', key, body),
      open,
      closedAs,
      blockedBy: dependencies ? blockedBy.map((other) => mirrorKey(plan.id, other)) : null,
    }
  })
}

/** Tasks of plans that follow each other are different ones, whatever they are called. */
function mirrorKey(planId: string, task: string): string {
  return `${planId}/${task}`
}
