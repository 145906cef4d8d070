import { personLogins } from './create-world.ts'
import { requestCheckAction } from './emit-check-run.ts'
import { completeWorkflowRun } from './emit-workflow-run.ts'
import type { Internals } from './internals.ts'
import { orNotFound } from './or-not-found.ts'
import type { Sandbox } from './sandbox.ts'
import type { Repository } from './world.ts'

/** What on GitHub is pressed or run rather than asked of the API: a check run's buttons, and the Actions runner. */
export function createButtons(internals: Internals): Pick<Sandbox, 'completeWorkflowRun' | 'requestCheckAction'> {
  const context = () => internals.createContext({ kind: 'anonymous' }, {}, false)
  const getRepository = (name: string): Repository =>
    orNotFound(internals.world.repositories.find((repo) => `${repo.owner}/${repo.name}` === name))

  return {
    completeWorkflowRun: (repository, runId, conclusion) =>
      completeWorkflowRun(context(), getRepository(repository), runId, conclusion),
    requestCheckAction: (repository, checkRunId, identifier, person) => {
      const repo = getRepository(repository)
      const run = orNotFound(repo.checkRuns.find((one) => one.id === checkRunId))
      requestCheckAction(context(), repo, run, personLogins[person], identifier)
    },
  }
}
