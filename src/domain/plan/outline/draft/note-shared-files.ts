import { recordText } from '../../../language/message.ts'
import { scopePaths } from '../../assemble/assemble-deliverable.ts'
import type { TaskDraft } from '../../plan-draft.ts'
import { listIds } from './make-notes.ts'

/** Each is held against each: of more, the order is its author's to know. */
const mostCompared = 60

/** Tasks that change the same file side by side: whoever comes second may have to merge. */
export function noteSharedFiles(tasks: readonly TaskDraft[]): string[] {
  if (tasks.length > mostCompared) return []
  const before = findBefore(tasks)
  const dependencies = new Map(tasks.map((task) => [task.id, task.depends_on ?? []]))
  const shared = new Map<string, string[]>()
  for (const [path, writers] of indexFiles(tasks)) {
    const apart = writers.filter((id) =>
      writers.some((other) => other !== id && !before.get(id)?.has(other) && !before.get(other)?.has(id)),
    )
    if (apart.length < 2) continue
    const together = apart.join(' ')
    shared.set(together, [...(shared.get(together) ?? []), path])
  }
  return [...shared].map(([together, paths]) => {
    // What waits for more comes later, so that no order is proposed that goes round in a circle.
    const ids = together.split(' ').sort((a, b) => (before.get(a)?.size ?? 0) - (before.get(b)?.size ?? 0))
    const order = ids.slice(0, 4).flatMap((id, at) => {
      const [earlier, has] = [ids[at - 1], dependencies.get(id) ?? []]
      return earlier === undefined || has.includes(earlier) ? [] : [`${id} after ${[...has, earlier].join(' and ')}`]
    })
    const files = paths
      .slice(0, 3)
      .map((path) => `\`${path}\``)
      .join(', ')
    return recordText(
      '{tasks} change {files} side by side: what is approved later may conflict and have to be brought together. `/replan {order}` puts them in order.',
      {
        tasks: listIds(ids),
        files: paths.length > 3 ? recordText('{items} and {n} more', { items: files, n: paths.length - 3 }) : files,
        order: order.join('; '),
      },
    )
  })
}

function indexFiles(tasks: readonly TaskDraft[]): Map<string, string[]> {
  const index = new Map<string, string[]>()
  for (const task of tasks) {
    for (const path of new Set(scopePaths(task.scope ?? ''))) {
      if (/[*?[{]|\/$/.test(path)) continue
      index.set(path, [...(index.get(path) ?? []), task.id])
    }
  }
  return index
}

/** What each task waits for, directly or by way of others. */
function findBefore(tasks: readonly TaskDraft[]): Map<string, Set<string>> {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return new Map(
    tasks.map((task) => {
      const before = new Set<string>()
      const open = [task]
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        for (const id of next.depends_on ?? []) {
          const on = byId.get(id)
          if (on === undefined || before.has(id)) continue
          before.add(id)
          open.push(on)
        }
      }
      return [task.id, before]
    }),
  )
}
