import { suiteState } from '../../present/checks/check-suite.ts'
import { nodeId } from '../../world/node-id.ts'
import type { CheckRun, Repository } from '../../world/world.ts'
import type { GraphqlObject } from '../graphql-context.ts'

export interface SuiteFilter {
  appId?: number | null
  checkName?: string | null
}

/** Check runs of a commit, a suite for each App, oldest first. */
export function findSuites(repo: Repository, sha: string, { appId, checkName }: SuiteFilter): CheckRun[][] {
  const byApp = Map.groupBy(
    repo.checkRuns.filter((run) => run.headSha === sha),
    (run) => run.appId,
  )
  return [...byApp.values()].filter(
    ([first, ...more]) =>
      (appId == null || first?.appId === appId) &&
      (checkName == null || first?.name === checkName || more.some(({ name }) => name === checkName)),
  )
}

export function makeCheckSuite(runs: CheckRun[]): GraphqlObject {
  const { status, conclusion } = suiteState(runs)
  const id = Math.min(...runs.map((run) => run.id))
  return {
    __typename: 'CheckSuite',
    id: nodeId('CheckSuite', id),
    databaseId: id,
    status: status.toUpperCase(),
    conclusion: conclusion?.toUpperCase() ?? null,
  }
}
