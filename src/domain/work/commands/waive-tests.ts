import { recordText } from '../../language/message.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { testsHold } from '../../loop/plan-tests-verdict.ts'
import { findValidation } from '../../loop/record-validation.ts'
import { liftPause } from '../draft/pause.ts'
import { note, type WorkDraft } from '../draft/work-draft.ts'

/** `/waive tests`: those of the plan that failed, by name; it goes on without them (decision 34). */
export function waiveTests(draft: WorkDraft, why: string, login: string): Refusal | undefined {
  const { execution, record } = draft
  if (record.phase !== 'working' || execution === null)
    return refuse(recordText('nothing is being worked on'), recordText('`/status` shows where it stands'))
  const newest = findValidation(execution, null)
  if (newest === undefined || testsHold(newest, execution.test_waivers))
    return refuse(
      recordText('no test of the plan has failed'),
      recordText('`/waive T2 AC-3 <why>` lets a criterion of a task go'),
    )
  if (newest.failed_tests.length < newest.totals.failed)
    return refuse(
      recordText('{n} tests failed, and only {kept} are kept by name', {
        n: newest.totals.failed,
        kept: newest.failed_tests.length,
      }),
      recordText('mend what they have in common first'),
    )
  const known = new Set(execution.test_waivers.map(({ test }) => test))
  const added = newest.failed_tests
    .filter((test) => !known.has(test))
    .map((test) => ({ test, by: login, why, at: draft.at }))
  draft.execution = { ...execution, test_waivers: [...execution.test_waivers, ...added] }
  delete draft.ownExecution
  note(draft, recordText('waived {tests}: {why}', { tests: listTests(newest.failed_tests), why }), login)
  liftPause(draft, 'tests')
  return undefined
}

function listTests(tests: readonly string[]): string {
  const shown = tests.slice(0, 3).map((test) => `\`${test.replaceAll('`', "'").slice(0, 80)}\``)
  return tests.length > 3
    ? recordText('{tests} and {n} more tests', { tests: shown.join(', '), n: tests.length - 3 })
    : shown.join(', ')
}
