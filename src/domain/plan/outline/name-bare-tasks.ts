import { titleNamesWork } from './request/enough.ts'
import { plainTitle } from './request/issue-title.ts'
import type { TaskOutline } from './read/task-outline.ts'
import { looksLikePath } from './words/find-path-spans.ts'

/** `Mapping UI:`, above what it has: that is what must be so. */
export function joinLabels(tasks: readonly TaskOutline[]): void {
  for (const task of tasks) {
    if (!/[:：]$/.test(task.title) || task.steps.length === 0 || task.criteria.length > 0) continue
    const steps = task.steps.map((step) => step.replace(/(?<![.。;])[.。;]$/, ''))
    task.criteria.push({ text: `${task.title} ${steps.join('; ')}`, line: task.line })
    task.title = task.title.replace(/[:：]$/, '').trimEnd()
  }
}

/** Boxes that are only files say where, and the title says what: `Add it to the storybook: src/search.js`. */
export function nameBareTasks(tasks: readonly TaskOutline[], title: string): void {
  const plain = plainTitle(title)
  if (!titleNamesWork(plain)) return
  for (const task of tasks) {
    const path = task.title.replaceAll('`', '')
    if (/\s/.test(path) || !looksLikePath(path)) continue
    task.title = plain.includes(path) ? plain : `${plain}: \`${path}\``
  }
}
