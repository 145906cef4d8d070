import { recordText } from '../../../language/message.ts'
import { scopePaths } from '../../assemble/assemble-deliverable.ts'
import type { TaskDraft } from '../../plan-draft.ts'
import type { WorkItem } from '../../task.ts'
import { workPaths } from '../../work-paths.ts'
import { isWorkTitle } from '../read/report-titles.ts'
import type { TaskOutline, WorkPlace } from '../read/task-outline.ts'

/** What work can be given to. `paths` are its deliverable and scope. */
export interface WorkOwner {
  id: string
  paths: readonly string[]
  work: WorkItem[]
}

/** What became of the fences: sentences for what must be said before there can be a plan, and for what is left out of it. */
export interface PlacedWork {
  problems: string[]
  notes: string[]
}

/**
 * Gives each fence to the task it names, else the one it stands in, else the only one whose deliverable or scope is its
 * path, else the one named last above it, else the only task there is. A diff is also how people show what happened: it
 * is work only where a task claims it, and never under a report.
 */
export function placeWork(fences: readonly WorkPlace[], owners: readonly WorkOwner[]): PlacedWork {
  const byId = new Map(owners.map((owner) => [owner.id, owner]))
  const byPath = new Map<string, Set<WorkOwner>>()
  for (const owner of owners) {
    for (const path of owner.paths) byPath.set(path, (byPath.get(path) ?? new Set()).add(owner))
  }
  const placed: PlacedWork = { problems: [], notes: [] }
  for (const fence of fences) {
    const owner = findOwner(fence, owners, byId, byPath)
    if (owner !== undefined) owner.work.push(fence.work)
    else if (fence.named !== null)
      placed.problems.push(
        recordText('Line {line}: there is no task {task}. {how}', {
          line: fence.line,
          task: fence.named,
          how: howToName(fence, owners),
        }),
      )
    else if (fence.work.kind === 'diff' && (fence.reported || owners.length < 2 || !namesFiles(fence)))
      placed.notes.push(
        recordText('Line {line}: the diff is not taken as work, since no task claims it. {how}', {
          line: fence.line,
          how: howToName(fence, owners),
        }),
      )
    else
      placed.problems.push(
        recordText('Line {line}: which task is this code block for? {how}', {
          line: fence.line,
          how: howToName(fence, owners),
        }),
      )
  }
  return placed
}

/** The line that would be right. */
function howToName({ info }: WorkPlace, owners: readonly WorkOwner[]): string {
  const begin = info.replace(/(?<!\s)\s*task=\S+/gi, '').slice(0, 60)
  return recordText('Write `{info} task={task}` behind its opening backticks, or put it below its task.', {
    info: begin,
    task: owners[0]?.id ?? 'T1',
  })
}

function findOwner(
  fence: WorkPlace,
  owners: readonly WorkOwner[],
  byId: ReadonlyMap<string, WorkOwner>,
  byPath: ReadonlyMap<string, ReadonlySet<WorkOwner>>,
): WorkOwner | undefined {
  if (fence.named !== null) return byId.get(fence.named)
  if (fence.reported && (fence.inside === null || fence.work.kind === 'diff')) return undefined
  if (fence.inside !== null) return byId.get(fence.inside.id)
  const keepers = new Set(workPaths([fence.work]).flatMap((path) => [...(byPath.get(path) ?? [])]))
  const [keeper] = keepers
  if (keeper !== undefined && keepers.size === 1) return keeper
  if (fence.work.kind === 'diff' && !isMeantAsWork(fence)) return undefined
  if (fence.after !== null) return byId.get(fence.after.id)
  return owners.length === 1 ? owners[0] : undefined
}

/** Right below a task, or under a title that asks for it. */
export function isMeantAsWork(fence: WorkPlace): boolean {
  return namesFiles(fence) && (fence.rightBelow || (fence.under !== null && isWorkTitle(fence.under)))
}

/** Without its files a diff can't be applied. */
function namesFiles({ work }: WorkPlace): boolean {
  return workPaths([work]).length > 0
}

/** A drafted task as an owner of work: its `work` list is made where it has none, and grows with what is placed. */
export function ownWork(task: TaskDraft): WorkOwner {
  const spec = task.deliverable_spec
  const delivered = spec?.filename === undefined ? [] : [(spec.output_dir ?? '') + spec.filename]
  task.work ??= []
  return { id: task.id, paths: [...scopePaths(task.scope ?? ''), ...delivered], work: task.work }
}

/** A task as read, as an owner of work. */
export function ownOutlineWork(task: TaskOutline): WorkOwner {
  return {
    id: task.id,
    paths: [...task.paths, ...task.scope, ...task.delivers],
    work: task.work,
  }
}
