import { html } from 'hono/html'
import type { Need } from '../../../domain/records/status-report.ts'
import { listWords } from '../../text/person.ts'
import { nodeHref } from '../links.ts'
import { type Markup, renderInline } from '../parts/markup.ts'
import { renderMark } from '../parts/tones.ts'

/** What somebody has to do before it goes on; nothing where nobody has. */
export function renderNeedsCard(needs: readonly Need[]): Markup {
  if (needs.length === 0) return html``
  return html`<section class="card needs" aria-labelledby="needs">
    <h2 id="needs">Waits for ${needs.length === 1 ? 'this' : `${needs.length} things`}</h2>
    <ul>
      ${needs.map(renderNeed)}
    </ul>
  </section>`
}

function renderNeed({ task, who, what, how }: Need): Markup {
  const asked = who.length === 0 ? 'Anybody with write access' : listWords(who.slice(0, 6), 'or')
  return html`<li>
    ${renderMark('person')}
    <div>
      <strong>${asked}</strong>:
      ${task === null ? '' : html`<a href="${nodeHref(task)}">${task}</a>, `}${renderInline(what)}
      <div class="how"><code>${how}</code></div>
    </div>
  </li>`
}
