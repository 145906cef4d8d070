import type { RunProgress } from '../../domain/records/run-progress.ts'
import { linkTo } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { renderCount, t } from '../language/t.ts'

/** `at work in [a job of its own](…)`, `waits for [its job](…) to begin`; '' for what is worked on by this process. */
export function renderJob({ job }: RunProgress): string {
  if (job === undefined) return ''
  switch (job.state) {
    case 'waiting':
      return t('waits for {job} to begin', { job: linkTo(t('its job'), job.url) })
    case 'at_work':
      return t('at work in {job}', { job: linkTo(t('a job of its own'), job.url) })
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
            ? t('{done} of {all} steps done', { done, all })
            : t('step {n} of {all}, {step}', { n: at + 1, all, step: quoteLine(current.text) }),
        ]
  const now = doing === null || doing === '' ? [] : [t('now {doing}', { doing: quoteLine(doing) })]
  return [...step, ...now, ...(tools > 0 ? [renderCount(tools, 'use of a tool', 'uses of tools')] : [])].join(' · ')
}

function quoteLine(text: string): string {
  return t('“{quoted}”', { quoted: neutraliseInline(text) })
}
