import { judgeFinal } from '../../../domain/content/judge-final.ts'
import type { IntegrationDifference } from '../../../domain/effects/integration-difference.ts'
import { finalCheckName, renderFinalCheck, type FinalCheckOutput } from '../../../views/check/final-check.ts'
import type { BoundWork } from '../../attempts/bound-work.ts'
import { viewLinks } from '../../attempts/mark-body.ts'
import type { MachinePorts, ViewPorts } from '../../ports/machine-ports.ts'
import type { CheckReport } from '../../ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** The commit that a final pull request is at, with what it holds beside what was approved; null where that can't be told. */
interface FinalHead {
  commit: string
  differences: readonly IntegrationDifference[] | null
}

/** The check `countersign` of the final pull request, on the commit that would be merged (decision 107). */
export async function reportFinal(
  ports: ViewPorts & Pick<MachinePorts, 'pullRequests'>,
  repository: RepositoryRef,
  bound: BoundWork,
  { commit, differences }: FinalHead,
  { on = commit, again }: { on?: string; again: boolean },
): Promise<void> {
  await ports.pullRequests.report(repository, describeFinalCheck(ports, bound, { commit, differences }, on), again)
}

/** What the check says of that commit; it is shown on the commit `on`. */
export function describeFinalCheck(
  ports: ViewPorts,
  bound: BoundWork,
  { commit, differences }: FinalHead,
  on = commit,
): CheckReport {
  const verdict = judgeFinal(bound, differences?.map(({ path }) => path) ?? null)
  const output = renderFinalCheck(verdict, viewLinks(ports, bound.record))
  return buildCheckReport({ on, about: `${bound.plan.id}:${commit}` }, output)
}

/** On the commit `on`, where there may be one by the same `about` already unless it is the first time: that one is rewritten. */
export async function reportCheckOf(
  ports: Pick<MachinePorts, 'pullRequests'>,
  repository: RepositoryRef,
  { on, about, again }: { on: string; about: string; again: boolean },
  output: FinalCheckOutput,
): Promise<void> {
  await ports.pullRequests.report(repository, buildCheckReport({ on, about }, output), again)
}

function buildCheckReport({ on, about }: { on: string; about: string }, output: FinalCheckOutput): CheckReport {
  const externalId = about.slice(0, 200)
  return { name: finalCheckName, headSha: on, externalId, hasWaited: false, offersRetry: false, ...output }
}
