import { personLogins } from '../instance/create-world.ts'
import { requestCheckAction } from '../changes/checks/emit-check-run.ts'
import { completeWorkflowRun } from '../changes/checks/emit-workflow-run.ts'
import { getIssueOf } from '../handler/get-issue.ts'
import type { Internals } from '../instance/internals.ts'
import { orNotFound } from '../handler/or-not-found.ts'
import { deleteIssue, transferIssue } from '../changes/issues/remove-issue.ts'
import { queueMerge, settleMergeQueue } from '../changes/pulls/merge-queue.ts'
import type { PersonRole, Sandbox } from '../instance/sandbox.ts'
import { getRepositoryDir } from '../instance/create-repository.ts'
import { installApp, transferRepository } from '../changes/transfer-repository.ts'
import type { Repository } from '../world/world.ts'

type Buttons = Pick<
  Sandbox,
  | 'completeWorkflowRun'
  | 'requestCheckAction'
  | 'deleteIssue'
  | 'transferIssue'
  | 'transferRepository'
  | 'installApp'
  | 'queueMerge'
  | 'settleMergeQueue'
>

/** What on GitHub is pressed or run rather than asked of the REST API: check run buttons, the runner, an issue's menu. */
export function createButtons(internals: Internals): Buttons {
  const context = () => internals.createContext({ kind: 'anonymous' }, {}, 'none')
  const getRepository = (name: string): Repository =>
    orNotFound(internals.world.repositories.find((repo) => `${repo.owner}/${repo.name}` === name))

  const getQueued = (name: string, number: number, person: PersonRole) => {
    const repo = getRepository(name)
    const pull = orNotFound(repo.pulls.find((one) => one.number === number))
    const by = orNotFound(internals.world.users.find((one) => one.login === personLogins[person]))

    return { pull, issue: getIssueOf(repo, number), by }
  }

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
    transferRepository: async (repository, owner) => {
      const repo = getRepository(repository)
      await transferRepository(internals, repo, owner, personLogins.maintainer)

      return { dir: getRepositoryDir(internals.options.dataDir, repo) }
    },
    installApp: (account) => installApp(internals, orNotFound(internals.world.apps[0]), account).id,
    queueMerge: async (repository, number, person) => {
      const sha = await queueMerge(context(), getRepository(repository), getQueued(repository, number, person))
      internals.touch()

      return sha
    },
    settleMergeQueue: async (repository, number, person) => {
      const queued = getQueued(repository, number, person)
      const lacking = await settleMergeQueue(context(), getRepository(repository), queued)
      internals.touch()

      return lacking
    },
  }
}
