import { html } from 'hono/html'
import type { Issue, Pull } from '../../world/world.ts'
import { renderIcon, type IconName } from './icons.ts'
import type { Markup } from '../page.ts'

/** Open, closed, merged or draft: as a coloured icon in lists, as a filled badge on the page itself. */
export function renderIssueState(issue: Issue, pull: Pull | undefined, shape: 'icon' | 'badge'): Markup {
  const { name, icon, tone } = decideLook(issue, pull)
  return shape === 'icon'
    ? html`<span class="look-${tone}" title="${name}">${renderIcon(icon)}</span>`
    : html`<span class="state-badge look-${tone}">${renderIcon(icon)} ${name}</span>`
}

function decideLook(issue: Issue, pull: Pull | undefined): { name: string; icon: IconName; tone: string } {
  if (pull?.merged) return { name: 'Merged', icon: 'merge', tone: 'merged' }
  if (pull && issue.state === 'closed') return { name: 'Closed', icon: 'pull', tone: 'closed' }
  if (pull?.draft) return { name: 'Draft', icon: 'pull', tone: 'draft' }
  if (pull) return { name: 'Open', icon: 'pull', tone: 'open' }
  if (issue.state === 'open') return { name: 'Open', icon: 'issueOpen', tone: 'open' }
  return issue.stateReason === 'not_planned'
    ? { name: 'Closed as not planned', icon: 'x', tone: 'draft' }
    : { name: 'Closed', icon: 'issueClosed', tone: 'merged' }
}
