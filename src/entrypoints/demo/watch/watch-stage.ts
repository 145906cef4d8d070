import { followBranch } from '../../../adapters/git/followed-branch.ts'
import { issId, workflowBranch } from '../../../domain/records/iss-record.ts'
import { issueHref } from '../../../views/dashboard/links.ts'
import { examineInClone } from '../../commands/read/look-at-clone.ts'
import { createCloneDashboard } from '../../dashboard/create-clone-dashboard.ts'
import { serveDashboard } from '../../dashboard/serve-dashboard.ts'
import type { Stage } from '../stage.ts'

export interface StageWatch {
  /** Of the issue's page; it is there from the start, and fills. */
  url: string
  close(): Promise<void>
}

/** The dashboard of what is played, to be read in a browser meanwhile. */
export async function watchStage(stage: Stage, env: Record<string, string | undefined>): Promise<StageWatch> {
  const branch = await followBranch(stage.bareDir, workflowBranch, env)
  const missing = 'The issue is not open yet: this page fills by itself.'
  const { repository } = stage
  const { web } = stage.running.sandbox
  const examine = (issue: number) => examineInClone(stage.bareDir, issue, env)
  const site = createCloneDashboard({ branch, repository, web, missing, examine })
  const served = await serveDashboard(site, 0)
  return {
    url: new URL(issueHref(issId(1)), served.url).href,
    async close() {
      await served.close()
      await branch[Symbol.asyncDispose]()
    },
  }
}
