import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { touchedFiles } from './touched-files.ts'

export type Level = Plan['analysis']['complexity']

/**
 * Complexity of a plan by its size: low up to 3 person-days and 5 files, high above 15 person-days or 25 files, else
 * medium.
 */
export function deriveLevel(tasks: readonly Task[]): Level {
  return deriveLevelOf(measureTasks(tasks))
}

/** Person-days of all tasks together, and how many files they touch, each once. */
export function measureTasks(tasks: readonly Task[]): { personDays: number; files: number } {
  const named = new Set<string>()
  let unnamed = 0
  let personDays = 0
  for (const task of tasks) {
    const touched = touchedFiles(task)
    for (const file of touched.files) named.add(file)
    for (const file of touched.spelled) named.add(file)
    unnamed += touched.unnamed
    personDays += task.estimated_person_days
  }
  return { personDays, files: named.size + unnamed }
}

export function deriveLevelOf(measured: { personDays: number; files: number }): Level {
  if (measured.personDays > 15 || measured.files > 25) return 'high'
  return measured.personDays > 3 || measured.files > 5 ? 'medium' : 'low'
}
