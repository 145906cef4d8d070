import { scopePaths } from '../../../domain/assemble-deliverable.ts'
import type { TaskDraft } from '../../../domain/plan-draft.ts'
import type { WorkItem } from '../../../domain/task.ts'
import { workPaths } from '../../../domain/work-paths.ts'
import type { TaskOutline, WorkPlace } from './task-outline.ts'

/** What work can be given to. `paths` are its deliverable and scope. */
export interface WorkOwner {
  id: string
  paths: readonly string[]
  work: WorkItem[]
}

/**
 * Gives each fence to the task it names, else the one it stands in, else the only one whose deliverable or scope is its
 * path, else the one named last above it, else the only task there is. Returns a sentence for each that fits none.
 */
export function placeWork(fences: readonly WorkPlace[], owners: readonly WorkOwner[]): string[] {
  const byId = new Map(owners.map((owner) => [owner.id, owner]))
  const byPath = new Map<string, Set<WorkOwner>>()
  for (const owner of owners) {
    for (const path of owner.paths) byPath.set(path, (byPath.get(path) ?? new Set()).add(owner))
  }
  return fences.flatMap((fence): string[] => {
    const owner = findOwner(fence, owners, byId, byPath)
    if (owner === undefined) {
      const what = fence.named === null ? 'which task is this code block for?' : `there is no task ${fence.named}.`
      return [`Line ${fence.line}: ${what} Name it on a line above, as in \`T1:\`.`]
    }
    owner.work.push(fence.work)
    return []
  })
}

function findOwner(
  fence: WorkPlace,
  owners: readonly WorkOwner[],
  byId: ReadonlyMap<string, WorkOwner>,
  byPath: ReadonlyMap<string, ReadonlySet<WorkOwner>>,
): WorkOwner | undefined {
  if (fence.named !== null) return byId.get(fence.named)
  if (fence.inside !== null) return byId.get(fence.inside.id)
  const keepers = new Set(workPaths([fence.work]).flatMap((path) => [...(byPath.get(path) ?? [])]))
  const [keeper] = keepers
  if (keeper !== undefined && keepers.size === 1) return keeper
  if (fence.after !== null) return byId.get(fence.after.id)
  return owners.length === 1 ? owners[0] : undefined
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
