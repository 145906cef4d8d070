import { listOf, recordOf } from '../handler/body-value.ts'
import type { Rule } from '../world/ruleset.ts'
import type { Repository } from '../world/world.ts'

const passing = new Set(['success', 'neutral', 'skipped'])

/** What a commit lacks of the checks that a rule requires, in GitHub's words. */
export function findMissingChecks(repo: Repository, { parameters = {} }: Rule, sha: string): string[] {
  const wanted = listOf(parameters['required_status_checks']).map((one) => {
    const { context, integration_id: app } = recordOf(one)
    return { name: String(context), app: typeof app === 'number' ? app : undefined }
  })
  const expected = wanted.filter((one) => findState(repo, one, sha) !== 'passed')
  if (expected.length === 0) return []
  const [only] = expected
  if (expected.length > 1 || only === undefined)
    return [`${expected.length} of ${wanted.length} required status checks are expected.`]
  const state = findState(repo, only, sha)
  const words = { expected: 'is expected', pending: 'is in progress', failed: 'is failing', passed: '' }
  return [`Required status check "${only.name}" ${words[state]}.`]
}

type CheckState = 'expected' | 'pending' | 'failed' | 'passed'

function findState(
  repo: Repository,
  { name, app }: { name: string; app: number | undefined },
  sha: string,
): CheckState {
  const run = repo.checkRuns.findLast(
    (one) => one.headSha === sha && one.name === name && (app === undefined || one.appId === app),
  )
  if (run !== undefined) {
    if (run.status !== 'completed') return 'pending'
    return passing.has(run.conclusion ?? '') ? 'passed' : 'failed'
  }
  const status =
    app === undefined ? repo.statuses.findLast((one) => one.sha === sha && one.context === name) : undefined
  if (status === undefined) return 'expected'
  return status.state === 'success' ? 'passed' : status.state === 'pending' ? 'pending' : 'failed'
}
