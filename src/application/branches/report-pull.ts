import type { Configuration } from '../../domain/configuration/configuration.ts'
import { renderOtherCheck } from '../../views/check/final-check.ts'
import { getBound } from '../attempts/bound-work.ts'
import type { PullFacts } from '../ports/queues/message.ts'
import type { BranchPorts, MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import type { Message } from '../ports/queues/message.ts'
import type { LoadedWork } from '../ports/state/state-store.ts'
import { reportSkills } from './skills/report-skills.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { lookAtIntegration } from './integration-differences.ts'
import { reportCheckOf, reportFinal } from './final/report-final.ts'

type ReportPorts = ViewPorts & BranchPorts & Pick<MachinePorts, 'store' | 'tuner' | 'log'>

/** The check `countersign` of pull requests that somebody opened or pushed to, and of those in a merge queue. */
export async function reportPulls(
  ports: ReportPorts,
  repository: RepositoryRef,
  { configuration, defaultBranch }: Pick<LoadedWork, 'configuration' | 'defaultBranch'>,
  messages: readonly Message[],
): Promise<void> {
  for (const message of messages) {
    if (message.kind === 'pull_seen') {
      await reportPull(ports, repository, configuration, message.pull)
      const place = { configuration, base: defaultBranch.sha }
      if (!message.pull.isOurBranch) await reportSkills(ports, repository, place, message.pull)
    }
    if (message.kind === 'merge_queued') {
      const pull = await ports.pullRequests.describe(repository, message.number)
      if (pull !== null) await reportPull(ports, repository, configuration, pull, message.commit)
    }
  }
}

/** `on`: the commit that the check goes to, where a merge queue made one. */
async function reportPull(
  ports: ReportPorts,
  repository: RepositoryRef,
  { check: { others } }: Configuration,
  pull: PullFacts,
  on = pull.headSha,
): Promise<void> {
  if (pull.home !== null && pull.home.leaf !== 'base') return
  if (pull.home !== null && (await reportOurs(ports, repository, pull, pull.home.issueNumber, on))) return
  // A webhook may come twice.
  const check = { on, about: `pull:${pull.number}`, again: true }
  if (pull.isOurBranch) return reportCheckOf(ports, repository, check, renderOtherCheck('pretends', 'failure'))
  if (others !== 'none') await reportCheckOf(ports, repository, check, renderOtherCheck('not_ours', others))
}

/** False where no plan has it as its final pull request. */
async function reportOurs(
  ports: ReportPorts,
  repository: RepositoryRef,
  pull: PullFacts,
  issueNumber: number,
  on: string,
): Promise<boolean> {
  const { work } = await ports.store.read(repository, issueNumber, 'cached')
  if (work.record?.final_pull_request?.number !== pull.number || work.execution === null) return false
  const bound = getBound(work)
  const seen = await lookAtIntegration(ports, repository, bound)
  // It moved meanwhile, which is told by itself.
  if (seen !== null && seen.commit === pull.headSha)
    await reportFinal(ports, repository, bound, seen, { on, again: true })
  return true
}
