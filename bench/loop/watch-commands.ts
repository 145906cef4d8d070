import type { MachinePorts } from '../../src/application/ports/machine-ports.ts'
import type { CommandOutcome, WorkTree, Workspace } from '../../src/application/ports/roles/workspace.ts'

/** Commands that were run in work trees, and how long they took, from their start in isolation to their end. */
export interface CommandWatch {
  runs: number
  tests: number
  ms: number
}

/** Puts a watch on all commands that the App runs, its executors' and tests alike. */
export function watchCommands(watch: CommandWatch): (ports: MachinePorts) => MachinePorts {
  const timed = async <T extends CommandOutcome>(running: Promise<T>): Promise<T> => {
    const outcome = await running
    watch.ms += outcome.durationMs
    return outcome
  }
  const watched = (tree: WorkTree): WorkTree => ({
    dir: tree.dir,
    commit: tree.commit,
    reader: tree.reader,
    readChange: (rules) => tree.readChange(rules),
    readRemains: (rules, maxBytes) => tree.readRemains(rules, maxBytes),
    readFile: (path) => tree.readFile(path),
    writeFile: (path, bytes, mode) => tree.writeFile(path, bytes, mode),
    removeFile: (path) => tree.removeFile(path),
    applyDiff: (diff) => tree.applyDiff(diff),
    run(...args) {
      watch.runs += 1
      return timed(tree.run(...args))
    },
    runTests(...args) {
      watch.tests += 1
      return timed(tree.runTests(...args))
    },
    start: (...args) => tree.start(...args),
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  })
  const watchedIn = (workspace: Workspace): Workspace => ({
    ...workspace,
    openWorkTree: async (...args) => watched(await workspace.openWorkTree(...args)),
    // A run has one of its own.
    forRun: (run) => watchedIn(workspace.forRun(run)),
  })
  return (ports) => ({ ...ports, workspace: watchedIn(ports.workspace) })
}
