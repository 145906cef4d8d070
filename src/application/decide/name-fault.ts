import { recordText } from '../../domain/language/message.ts'
import { workflowBranch } from '../../domain/records/iss-record.ts'
import { explainObstacle } from '../../domain/rules/explain-obstacle.ts'
import { nameObstacle } from '../attempts/name-obstacle.ts'
import { CountersignFault } from '../fault.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'

/** What a rule forbids, with the rulesets that hold it; or that the App is there no more. */
export async function nameFault(
  ports: Pick<MachinePorts, 'rules' | 'log'>,
  repository: RepositoryRef,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof CountersignFault)) return error
  const obstacle = await nameObstacle(ports, repository, workflowBranch, error)
  // A public repository is still read, a private one is not found.
  const mayBeGone = obstacle === null ? error.code === 'github_refused' : obstacle.kind === 'permission'
  if (mayBeGone && !(await ports.rules.isReached(repository))) return notInstalled(repository, error)
  if (obstacle === null) return error
  return new CountersignFault(error.code, explainObstacle(obstacle), '', error, obstacle)
}

function notInstalled(repository: RepositoryRef, cause: unknown): CountersignFault {
  return new CountersignFault(
    'not_installed',
    recordText('this App is not installed on `{repository}` any more', { repository: repository.key }),
    recordText(
      'The repository was transferred, or the App was taken off it. Nothing is lost: the records are on its branch, and the work goes on by itself once the App is installed there',
    ),
    cause,
  )
}
