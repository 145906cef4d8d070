import type { RunProgress } from '../../domain/records/run-progress.ts'
import { linkTo } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { renderCount } from '../language/t.ts'

/** `at work in [a job of its own](…)`, `waits for [its job](…) to begin`; '' for what is worked on by this process. */
export function renderJob({ job }: RunProgress): string {
  if (job === undefined) return ''
  switch (job.state) {
    case 'waiting':
      return `waits for ${linkTo('its job', job.url)} to begin`
    case 'at_work':
      return `at work in ${linkTo('a job of its own', job.url)}`
  }
}

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
