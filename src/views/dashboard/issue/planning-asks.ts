import { html } from 'hono/html'
import type { PlanningQuestion } from '../../../domain/plan/asks/planning-question.ts'
import type { IssRecord } from '../../../domain/records/iss-record.ts'
import { t } from '../../language/t.ts'
import { translate } from '../../language/translate.ts'
import type { Links } from '../../markdown/links.ts'
import type { Dossier } from '../dossier.ts'
import { type Markup, renderInline, renderLink } from '../parts/markup.ts'
import { tMarkup } from '../parts/t-markup.ts'

/** The words of the issue that a plain yes would be said to; undefined where none is asked about. */
export function findAskedReading({ asked_reading: id, asked_words: words }: IssRecord): readonly string[] | undefined {
  return id !== undefined && words?.id === id ? words.words : undefined
}

/** What planning asks before there is a plan; where it stands in the thread alone, the way there. */
export function renderPlanningAsks({ status, record }: Dossier, links: Links | null): Markup {
  if (status.phase !== 'asking') return html``
  const read = findAskedReading(record)
  const { asked_questions: questions = [] } = record
  const thread = renderLink(t('the thread'), links?.issue() ?? null)
  // Once something was answered, nothing here tells which of them is open still.
  const way =
    read === undefined && (questions.length === 0 || record.guidance !== null)
      ? tMarkup('What it lacks stands in {thread}.', { thread })
      : tMarkup('It stands in {thread}, too, with all that can be said to it.', { thread })
  return html`<section class="card" aria-labelledby="asked">
    <h2 id="asked">${t('What planning asks')}</h2>
    ${read === undefined ? '' : renderReadWords(read)} ${questions.length === 0 ? '' : renderQuestionList(questions)}
    ${
      questions.length === 0 || record.guidance === null
        ? ''
        : html`<p>
            ${tMarkup('What people said to that so far is on {page}.', { page: html`<a href="planning.html#text">${t('the page of the planning')}</a>` })}
          </p>`
    }
    <p class="muted">${way}</p>
  </section>`
}

function renderReadWords([title = '', ...rest]: readonly string[]): Markup {
  return html`<p>
      ${t('Was this read right? The issue has no list of tasks and no acceptance criteria, so this is what its text seems to ask for:')}
    </p>
    <ul>
      <li><strong>${renderInline(title, 300)}</strong></li>
      ${rest.map((one) => html`<li>${renderInline(one, 300)}</li>`)}
    </ul>`
}

function renderQuestionList(questions: readonly PlanningQuestion[]): Markup {
  return html`<ol>
    ${questions.map(
      ({ question, why, proposals }, index) =>
        html`<li>
          <strong>${renderInline(translate(question), 500)}</strong> ${renderInline(translate(why), 500)}
          <ul class="picks">
            ${proposals.map((one, at) => html`<li><code>${index + 1}${'abcd'.charAt(at)}</code> ${renderInline(translate(one), 300)}</li>`)}
          </ul>
        </li>`,
    )}
  </ol>`
}
