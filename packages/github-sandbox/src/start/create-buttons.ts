import { personLogins } from '../instance/create-world.ts'
import { requestCheckAction } from '../changes/checks/emit-check-run.ts'
import { completeWorkflowRun } from '../changes/checks/emit-workflow-run.ts'
import { getIssueOf } from '../handler/get-issue.ts'
import type { Internals } from '../instance/internals.ts'
import { orNotFound } from '../handler/or-not-found.ts'
import { deleteIssue, transferIssue } from '../changes/issues/remove-issue.ts'
import type { Sandbox } from '../instance/sandbox.ts'
import type { Repository } from '../world/world.ts'

type Buttons = Pick<Sandbox, 'completeWorkflowRun' | 'requestCheckAction' | 'deleteIssue' | 'transferIssue'>

/** What on GitHub is pressed or run rather than asked of the REST API: check run buttons, the runner, an issue's menu. */
export function createButtons(internals: Internals): Buttons {
  const context = () => internals.createContext({ kind: 'anonymous' }, {}, 'none')
  const getRepository = (name: string): Repository =>
    orNotFound(internals.world.repositories.find((repo) => `${repo.owner}/${repo.name}` === name))

  return {
    completeWorkflowRun: async (repository, runId, conclusion) => {
      await completeWorkflowRun(context(), getRepository(repository), runId, conclusion)
      internals.touch()
    },
    requestCheckAction: (repository, checkRunId, identifier, person) => {
      const repo = getRepository(repository)
      const run = orNotFound(repo.checkRuns.find((one) => one.id === checkRunId))
      requestCheckAction(context(), repo, run, personLogins[person], identifier)
      internals.touch()
    },
    deleteIssue: async (repository, number, person) => {
      const repo = getRepository(repository)
      await deleteIssue(context(), repo, getIssueOf(repo, number), personLogins[person])
      internals.touch()
    },
    transferIssue: async (repository, number, to, person) => {
      const repo = getRepository(repository)
      const target = getRepository(to)
      const moved = await transferIssue(context(), repo, getIssueOf(repo, number), target, personLogins[person])
      internals.touch()

      return moved.number
    },
  }
}
