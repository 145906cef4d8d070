import { html } from 'hono/html'
import { type DoctorExamination, doctorCodes, type DoctorFinding } from '../../../domain/effects/doctor-finding.ts'
import { renderCount, t } from '../../language/t.ts'
import type { DoctorTold } from '../dossier.ts'
import type { PageContent } from '../frame.ts'
import { renderDoctorActs } from '../issue/acts.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { type Markup, renderEmpty, renderHash, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderMark, renderState, type StateTone } from '../parts/tones.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'

const mostFindings = 200

/** What the doctor found of an issue when somebody last had it look, and what mends it. */
export function renderDoctorPage(view: IssueView, look: DoctorTold): PageContent {
  const page = renderIssuePage(
    view,
    'doctor',
    html`<section class="card" aria-labelledby="doctor">
        <div class="head">
          <h2 id="doctor">${t('Doctor')}</h2>
          <a class="button" href="doctor.html?look=now">${look.kind === 'looked' ? t('Look again') : t('Look now')}</a>
        </div>
        <p>
          ${t('It holds what is recorded of this issue against itself, and against branches, files and pull requests. It changes nothing.')}
        </p>
        ${renderLook(look)}
      </section>
      ${look.kind === 'looked' && look.examination.findings.some(({ fix }) => fix !== null) ? renderDoctorActs(view.frame.viewer) : ''}`,
  )
  return { ...page, showsMore: true }
}

function renderLook(look: DoctorTold): Markup {
  switch (look.kind) {
    case 'not looked':
      return renderEmpty(t('Nobody had it look since this server started.'))
    case 'refused':
    case 'failed':
      return html`<p class="note tone-redo">${renderInline(translate(look.why), 800)}</p>`
    case 'looked': {
      const { examination, at, commit } = look
      return html`<p class="muted">
          ${tMarkup('Looked {at}, at {commit}.', { at: renderWhen(at), commit: renderHash(commit) })}
        </p>
        ${renderExamination(examination)}`
    }
  }
}

function renderExamination({ findings, things, tasks, unseen, vouched }: DoctorExamination): Markup {
  const looked =
    tasks === 0
      ? t('{things} looked at.', { things: renderCount(things, 'thing') })
      : t('{things} looked at in {tasks}.', { things: renderCount(things, 'thing'), tasks: renderCount(tasks, 'task') })
  const nothing = vouched
    ? t('Nothing is wrong')
    : t('Nothing contradicts itself, but that the App wrote this was not checked')
  return html`${findings.length === 0 ? html`<p>${renderMark(vouched ? 'done' : 'stale')} ${nothing}</p>` : renderFindingTable(findings)}
    <p class="muted">
      ${looked}${unseen.length === 0 ? '' : tMarkup(' Not looked at: {what}.', { what: renderInline(unseen.map(translate).join(t(', ')), 800) })}
    </p>`
}

const findingSights: Record<DoctorFinding['severity'], [StateTone, PlainMessage]> = {
  broken: ['redo', 'the record is broken'],
  drift: ['person', 'not as recorded'],
}

function renderFindingKind({ severity }: DoctorFinding): Markup {
  const [tone, words] = findingSights[severity]
  return renderState(tone, t(words))
}

function renderFindingTable(findings: readonly DoctorFinding[]): Markup {
  return html`<table class="stack">
      <thead>
        <tr>
          <th scope="col">${t('finding')}</th>
          <th scope="col">${t('kind')}</th>
          <th scope="col">${t('mended by')}</th>
        </tr>
      </thead>
      <tbody>
        ${findings.slice(0, mostFindings).map(
          (one) =>
            html`<tr>
              <th scope="row">
                ${renderInline(translate(one.what), 800)}
                <div class="muted" title="${doctorCodes[one.code]}">
                  <code>${one.code}</code> ${one.nodes.filter((node) => node !== 'G0').join(t(', '))}
                </div>
              </th>
              <td data-name="${t('kind')}">${renderFindingKind(one)}</td>
              <td data-name="${t('mended by')}" class="wraps">${renderInline(translate(one.next), 800)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${findings.length > mostFindings ? html`<p class="muted">${t('and {n} more: “countersign doctor” lists all.', { n: findings.length - mostFindings })}</p>` : ''}`
}
