import type { Plan } from '../plan.ts'
import type { Task } from '../task.ts'
import { touchedFiles, type TouchedFiles } from '../estimate/touched-files.ts'

export type Level = Plan['analysis']['complexity']

/** How large a plan is: person-days of all tasks together, and how many files they touch, each once. */
export interface PlanSize {
  personDays: number
  files: number
}

/**
 * Complexity of a plan by its size: low up to 3 person-days and 5 files, high above 15 person-days or 25 files, else
 * medium.
 */
export function deriveLevel(tasks: readonly Task[]): Level {
  return levelOfSize(
    measureTasks(
      tasks,
      tasks.map((task) => touchedFiles(task)),
    ),
  )
}

export function levelOfSize({ personDays, files }: PlanSize): Level {
  if (personDays > 15 || files > 25) return 'high'
  return personDays > 3 || files > 5 ? 'medium' : 'low'
}

/** The size of tasks, given what each touches. */
export function measureTasks(tasks: readonly Task[], touched: readonly TouchedFiles[]): PlanSize {
  const named = new Set<string>()
  let unnamed = 0
  for (const one of touched) {
    for (const file of one.files) named.add(file)
    for (const file of one.spelled) named.add(file)
    unnamed += one.unnamed
  }
  return {
    personDays: tasks.reduce((sum, task) => sum + task.estimated_person_days, 0),
    files: named.size + unnamed,
  }
}
