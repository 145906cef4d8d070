import { html } from 'hono/html'
import { type DoctorExamination, doctorCodes, type DoctorFinding } from '../../../domain/effects/doctor-finding.ts'
import { renderCount } from '../../language/t.ts'
import type { DoctorTold } from '../dossier.ts'
import type { PageContent } from '../frame.ts'
import { renderDoctorActs } from '../issue/acts.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { type Markup, renderEmpty, renderHash, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderMark, renderState, type StateTone } from '../parts/tones.ts'

const mostFindings = 200

/** What the doctor found of an issue when somebody last had it look, and what mends it. */
export function renderDoctorPage(view: IssueView, look: DoctorTold): PageContent {
  return renderIssuePage(
    view,
    'doctor',
    html`<section class="card" aria-labelledby="doctor">
        <div class="head">
          <h2 id="doctor">Doctor</h2>
          <a class="button" href="doctor.html?look=now">${look.kind === 'looked' ? 'Look again' : 'Look now'}</a>
        </div>
        <p>
          It holds what is recorded of this issue against itself, and against branches, files and pull requests. It
          changes nothing.
        </p>
        ${renderLook(look)}
      </section>
      ${look.kind === 'looked' && look.examination.findings.some(({ fix }) => fix !== null) ? renderDoctorActs(view.frame.viewer) : ''}`,
  )
}

function renderLook(look: DoctorTold): Markup {
  switch (look.kind) {
    case 'not looked':
      return renderEmpty('Nobody had it look since this server started.')
    case 'refused':
    case 'failed':
      return html`<p class="note tone-redo">${renderInline(look.why, 800)}</p>`
    case 'looked': {
      const { examination, at, commit } = look
      return html`<p class="muted">Looked ${renderWhen(at)}, at ${renderHash(commit)}.</p>
        ${renderExamination(examination)}`
    }
  }
}

function renderExamination({ findings, things, tasks, unseen, vouched }: DoctorExamination): Markup {
  const where = tasks === 0 ? '' : ` in ${renderCount(tasks, 'task')}`
  const nothing = vouched
    ? 'Nothing is wrong'
    : 'Nothing contradicts itself, but that the App wrote this was not checked'
  return html`${findings.length === 0 ? html`<p>${renderMark(vouched ? 'done' : 'stale')} ${nothing}</p>` : renderFindingTable(findings)}
    <p class="muted">
      ${renderCount(things, 'thing')} looked
      at${where}.${unseen.length === 0 ? '' : html` Not looked at: ${renderInline(unseen.join(', '), 800)}.`}
    </p>`
}

const findingSights: Record<DoctorFinding['severity'], [StateTone, string]> = {
  broken: ['redo', 'the record is broken'],
  drift: ['person', 'not as recorded'],
}

function renderFindingTable(findings: readonly DoctorFinding[]): Markup {
  return html`<table class="stack">
      <thead>
        <tr>
          <th scope="col">finding</th>
          <th scope="col">kind</th>
          <th scope="col">mended by</th>
        </tr>
      </thead>
      <tbody>
        ${findings.slice(0, mostFindings).map(
          (one) =>
            html`<tr>
              <th scope="row">
                ${renderInline(one.what, 800)}
                <div class="muted" title="${doctorCodes[one.code]}">
                  <code>${one.code}</code> ${one.nodes.filter((node) => node !== 'G0').join(', ')}
                </div>
              </th>
              <td data-name="kind">${renderState(...findingSights[one.severity])}</td>
              <td data-name="mended by" class="wraps">${renderInline(one.next, 800)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${findings.length > mostFindings ? html`<p class="muted">and ${findings.length - mostFindings} more: “countersign doctor” lists all.</p>` : ''}`
}
