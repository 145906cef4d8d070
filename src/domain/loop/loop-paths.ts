/** Where the files of a loop lie on the workflow branch (spec 002 §6). */
export interface LoopPaths {
  state: string
  tasks: string
  develop: string
  debug: string
  validate: string
  changesLog: string
  debugLog: string
}

export const loopsDir = '.loop'

export function loopPaths(loopId: string): LoopPaths {
  const base = `${loopsDir}/${loopId}`
  return {
    state: `${base}.json`,
    tasks: `${base}.tasks.jsonl`,
    develop: `${base}.progress/develop.md`,
    debug: `${base}.progress/debug.md`,
    validate: `${base}.progress/validate.md`,
    changesLog: `${base}.progress/changes.log`,
    debugLog: `${base}.progress/debug.log`,
  }
}
