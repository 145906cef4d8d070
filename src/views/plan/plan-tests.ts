import type { ExecutionRecord } from '../../domain/records/execution-record.ts'
import { applyWaivers, findHeadValidation } from '../../domain/loop/plan-tests-verdict.ts'
import { renderCount, t } from '../language/t.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { renderTestTotals } from '../task/own-tests.ts'
import { listWords, renderName } from '../text/person.ts'

/** What the plan's tests came to on the head of the integration branch, by its commit: it may move on afterwards. */
export function renderPlanTests(execution: ExecutionRecord, links: Links): string {
  const { execution_result: result, test_waivers: waivers } = execution
  const on = (commit: string) => linkTo(inlineCode(commit.slice(0, 7)), links.commit(commit))
  const found = findHeadValidation(execution)
  if (found === undefined) {
    return result.commit_hash === null
      ? t('**Tests:** none were run; the tasks were judged by their criteria.')
      : t(
          '**Tests:** none were run on {commit}, which has all tasks together; each task was judged by its criteria alone.',
          {
            commit: on(result.commit_hash),
          },
        )
  }
  const { totals, coverage } = applyWaivers(found, waivers)
  const failed = new Set(found.failed_tests)
  const waived = waivers.filter(({ test }) => failed.has(test))
  const by = listWords([...new Set(waived.map((waiver) => renderName(waiver.by)))])
  const values = { tests: renderTestTotals({ totals, coverage }), commit: on(found.commit_sha) }
  const told = t('**Tests:** {tests} on {commit}.', values)
  if (waived.length === 0) return told
  const failures = { tests: renderCount(waived.length, 'test'), by }
  return `${told} ⚠️ ${t(waived.length === 1 ? '{tests} failed, and {by} waived it.' : '{tests} failed, and {by} waived them.', failures)}`
}
