import type { RunProgress } from '../../domain/records/run-progress.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { renderCount } from '../text/amounts.ts'

/** `step 2 of 5, “Write the tests” · now “npm test” · 14 uses of tools`, in its own words; '' before there are any. */
export function renderRunProgress({ steps, more, doing, tools }: RunProgress): string {
  const all = steps.length + more
  const at = steps.findIndex(({ state }) => state === 'doing')
  const done = steps.filter(({ state }) => state === 'done').length
  const current = steps[at]
  const step =
    all === 0
      ? []
      : [
          current === undefined
            ? `${done} of ${all} steps done`
            : `step ${at + 1} of ${all}, ${quoteLine(current.text)}`,
        ]
  const now = doing === null || doing === '' ? [] : [`now ${quoteLine(doing)}`]
  return [...step, ...now, ...(tools > 0 ? [renderCount(tools, 'use of a tool', 'uses of tools')] : [])].join(' · ')
}

function quoteLine(text: string): string {
  return `“${neutraliseInline(text)}”`
}
