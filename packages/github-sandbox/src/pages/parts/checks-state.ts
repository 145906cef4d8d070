import { html } from 'hono/html'
import type { CheckRun, Status } from '../../world/world.ts'
import { renderIcon } from './icons.ts'
import type { Markup, RepositoryView } from '../page.ts'

export type ChecksState = 'none' | 'pending' | 'success' | 'failure'

/** State of one check run; neutral and skipped count as success, as GitHub counts them. */
export function decideRunState(run: CheckRun): ChecksState {
  if (run.status !== 'completed') return 'pending'
  return ['success', 'neutral', 'skipped'].includes(run.conclusion ?? '') ? 'success' : 'failure'
}

export function decideStatusState(status: Status): ChecksState {
  if (status.state === 'pending') return 'pending'
  return status.state === 'success' ? 'success' : 'failure'
}

/** Newest check run of each name and newest status of each context at a commit. */
export function listChecks(view: RepositoryView, sha: string): { runs: CheckRun[]; statuses: Status[] } {
  const runs = new Map<string, CheckRun>()
  for (const run of view.repository.checkRuns) if (run.headSha === sha) runs.set(`${run.appId} ${run.name}`, run)
  const statuses = new Map<string, Status>()
  for (const status of view.repository.statuses) if (status.sha === sha) statuses.set(status.context, status)
  return { runs: [...runs.values()], statuses: [...statuses.values()] }
}

/** All checks of a commit together: one failure fails, else one pending is pending. */
export function decideChecksState(view: RepositoryView, sha: string): ChecksState {
  const { runs, statuses } = listChecks(view, sha)
  const states = [...runs.map(decideRunState), ...statuses.map(decideStatusState)]
  if (states.includes('failure')) return 'failure'
  if (states.includes('pending')) return 'pending'
  return states.length > 0 ? 'success' : 'none'
}

export function renderChecksIcon(view: RepositoryView, sha: string): Markup | '' {
  return renderStateIcon(decideChecksState(view, sha))
}

export function renderStateIcon(state: ChecksState): Markup | '' {
  switch (state) {
    case 'none':
      return ''
    case 'pending':
      return html`<span class="state-pending" title="pending">${renderIcon('dot')}</span>`
    case 'success':
      return html`<span class="state-success" title="success">${renderIcon('check')}</span>`
    case 'failure':
      return html`<span class="state-failure" title="failure">${renderIcon('x')}</span>`
  }
}
