import type { WatchedWork } from '../ports/forge/forge-reader.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { branchOfRules } from '../attempts/name-obstacle.ts'
import type { OwnNews } from './find-unfinished.ts'

/** Of what an App can't read, as classic branch protection, only another try tells whether it changed. */
const longestBlindMs = 3_600_000

/**
 * That the rules for which the work stands still are others by now. Webhooks of rules take a permission that nothing else
 * here needs, so they are looked at (decision 106).
 */
export async function findRuleNews(
  ports: Pick<MachinePorts, 'rules' | 'timeAfter'>,
  repository: RepositoryRef,
  { record }: WatchedWork,
  at: string,
): Promise<OwnNews[]> {
  const paused = record?.paused ?? null
  if (record === null || paused === null) return []
  const [reason] = [paused, ...(paused.more ?? [])].filter(({ cause }) => cause === 'rule')
  if (reason === undefined) return []
  const key = `rules-changed:${reason.at}`
  const news: OwnNews = { key, kind: 'event', event: { key, at, kind: 'rules_changed' } }
  if (ports.timeAfter(reason.at, longestBlindMs) <= at) return [news]
  const { digest } = await ports.rules.readFor(repository, branchOfRules(record))
  return digest === reason.rules ? [] : [news]
}
