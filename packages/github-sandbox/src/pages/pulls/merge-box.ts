import { html } from 'hono/html'
import type { Issue, Pull } from '../../world/world.ts'
import { decideChecksState, listChecks, renderStateIcon, type ChecksState } from '../parts/checks-state.ts'
import { renderCheckRows } from './check-pages.ts'
import { renderMergeForm } from '../parts/forms.ts'
import { renderIcon } from '../parts/icons.ts'
import type { Markup, RepositoryView } from '../page.ts'

const checksWords: Record<ChecksState, string> = {
  none: 'No checks',
  pending: 'Some checks haven’t completed yet',
  success: 'All checks have passed',
  failure: 'Some checks were not successful',
}

/** Where a pull request stands (reviews, checks, conflicts), with the button to merge it while it is open. */
export function renderMergeBox(view: RepositoryView, issue: Issue, pull: Pull): Markup {
  if (pull.merged) return html`<p class="notice notice-merged">${renderIcon('merge')} Merged and closed.</p>`
  if (issue.state === 'closed') return html`<p class="notice">Closed with unmerged commits.</p>`
  const checks = listChecks(view, pull.head.sha)
  const state = decideChecksState(view, pull.head.sha)
  return html`<div class="box merge-box">
    ${renderVerdicts(pull)}
    <div class="row">
      <span>${renderStateIcon(state)} <b>${checksWords[state]}</b></span>
    </div>
    ${renderCheckRows(view, checks.runs, checks.statuses)}
    <div class="row"><span>${renderMergeable(pull)}</span></div>
    <div class="row">${renderMergeForm(view, pull)}</div>
  </div>`
}

function renderVerdicts(pull: Pull): Markup | '' {
  const latest = new Map<string, string>()
  for (const review of pull.reviews) {
    if (['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'].includes(review.state)) latest.set(review.user, review.state)
  }
  const states = [...latest.values()]
  if (states.includes('CHANGES_REQUESTED'))
    return html`<div class="row">
      <span>${renderStateIcon('failure')} <b>Changes requested</b></span>
    </div>`
  return states.includes('APPROVED')
    ? html`<div class="row">
        <span>${renderStateIcon('success')} <b>Changes approved</b></span>
      </div>`
    : ''
}

function renderMergeable(pull: Pull): Markup {
  if (pull.draft) return html`<b>This pull request is still a draft</b>`
  if (pull.mergeable === null) return html`${renderStateIcon('pending')} <b>Not yet known whether it can be merged</b>`
  return pull.mergeable
    ? html`${renderStateIcon('success')} <b>No conflicts with the base branch</b>`
    : html`${renderStateIcon('failure')} <b>This branch has conflicts that must be resolved</b>`
}
