import { html } from 'hono/html'
import type { Need } from '../../../domain/records/status-report.ts'
import type { Links } from '../../markdown/links.ts'
import { listWords } from '../../text/person.ts'
import { nodeHref } from '../links.ts'
import { type Markup, renderInline } from '../parts/markup.ts'
import { renderMark } from '../parts/tones.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'
import { renderHowTo } from './how-to.ts'

/** What somebody has to do before it goes on; nothing where nobody has. */
export function renderNeedsCard(needs: readonly Need[], links: Links | null): Markup {
  if (needs.length === 0) return html``
  return html`<section class="card needs" aria-labelledby="needs">
    <h2 id="needs">${needs.length === 1 ? t('Waits for this') : t('Waits for {n} things', { n: needs.length })}</h2>
    <ul>
      ${needs.map((need) => renderNeed(need, links))}
    </ul>
  </section>`
}

function renderNeed({ task, who, what, how }: Need, links: Links | null): Markup {
  const asked = who.length === 0 ? t('Anybody with write access') : listWords(who.slice(0, 6), 'or')
  const said = renderInline(translate(what))
  return html`<li>
    ${renderMark('person')}
    <div>
      ${tMarkup('{name}: {what}', {
        name: html`<strong>${asked}</strong>`,
        what:
          task === null
            ? said
            : tMarkup('{name}, {what}', { name: html`<a href="${nodeHref(task)}">${task}</a>`, what: said }),
      })}
      <div class="how">${renderHowTo(translate(how), links)}</div>
    </div>
  </li>`
}
