import { html } from 'hono/html'
import { type Artifact, artifactDir } from '../../../domain/records/artifact.ts'
import { renderBytes, renderScore } from '../../text/amounts.ts'
import { renderCount, t } from '../../language/t.ts'
import { type Markup, renderEmpty, renderFactList, renderHash, renderLink } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderState, type StateTone } from '../parts/tones.ts'
import { renderVersionDiff } from './version-diff.ts'
import { nameAuthor, newestVerdict, roleOfVersion, type TaskView, type VersionRole } from './task-view.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { tMarkup } from '../parts/t-markup.ts'

const roleSights: Record<VersionRole, [StateTone, PlainMessage]> = {
  deliverable: ['done', 'the deliverable'],
  candidate: ['review', 'candidate'],
  failed: ['redo', 'failed its own tests'],
  rejected: ['redo', 'rejected'],
  replaced: ['idle', 'replaced before it was reviewed'],
}

/** Point 3 of spec 003 §6: path, format, sha256 and time of the current version. */
export function renderCurrent(view: TaskView): Markup {
  const current = view.versions.at(-1)
  return html`<section class="card" aria-labelledby="current">
    <h2 id="current"><span class="point">3</span> ${t('Current version')}</h2>
    ${
      current === undefined
        ? renderEmpty(t('There is no version yet: it comes with the first run, or the first push.'))
        : html`<p>
              ${renderRole(view, current)}
              ${tMarkup('{version} by {who}, {at}', {
                version: html`<strong>${t('version {n}', { n: current.version })}</strong>`,
                who: nameAuthor(current),
                at: renderWhen(current.created_at),
              })}
            </p>
            ${renderFiles(view, current)}`
    }
  </section>`
}

function renderRole(view: TaskView, version: Artifact): Markup {
  const [tone, words] = roleSights[roleOfVersion(view, version)]
  return renderState(tone, t(words))
}

function renderFiles({ task, links }: TaskView, version: Artifact): Markup {
  return html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">${t('path')}</th>
        <th scope="col">${t('format')}</th>
        <th scope="col">${t('size')}</th>
        <th scope="col">sha256</th>
      </tr>
    </thead>
    <tbody>
      ${version.files.map(
        ({ path, status, size, sha256 }) =>
          html`<tr>
            <th scope="row">
              ${status === 'deleted' ? html`<del>${path}</del>` : renderLink(html`<code>${path}</code>`, links?.workflowFile(`${artifactDir(version)}/${path}`) ?? null)}
              ${status === 'added' || status === 'deleted' ? html`<span class="muted">${t(status)}</span>` : ''}
            </th>
            <td data-name="${t('format')}">${/\.([\w-]+)$/.exec(path)?.[1] ?? task.deliverable_spec.format}</td>
            <td data-name="${t('size')}" class="number">${size === null ? '' : renderBytes(size)}</td>
            <td data-name="sha256">${sha256 === null ? '' : renderHash(sha256, 16)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** Point 4 of spec 003 §6: every version there was, the rejected ones marked, with what each changed. */
export function renderVersions(view: TaskView): Markup {
  const { versions } = view
  return html`<section class="card" aria-labelledby="versions">
    <div class="head">
      <h2 id="versions"><span class="point">4</span> ${t('All versions')}</h2>
      <span class="muted">${renderCount(versions.length, 'version')}</span>
    </div>
    ${versions.length === 0 ? renderEmpty(t('None yet. Every version is kept, rejected ones too.')) : ''}
    ${versions.toReversed().map((version) => renderVersion(view, version))}
  </section>`
}

function renderVersion(view: TaskView, version: Artifact): Markup {
  const { reviews, versions, links } = view
  const review = newestVerdict(reviews, version)
  const before = versions.findLast((one) => one.version < version.version)
  return html`<details class="version" id="v${version.version}" ${version === versions.at(-1) ? 'open' : ''}>
    <summary>
      <strong>${t('Version {n}', { n: version.version })}</strong> ${renderRole(view, version)}
      <span class="muted">${nameAuthor(version)} · ${renderWhen(version.created_at)}</span>
    </summary>
    ${renderFactList([
      ['artifact_id', html`<code>${version.artifact_id}</code>`],
      ['review_id', review === undefined ? null : html`<code>${review.review_id}</code>`],
      [
        t('verdict'),
        review === undefined
          ? t('not reviewed')
          : `${t(review.verdict)}${t(', score {score}', { score: renderScore(review.score) })}`,
      ],
      [t('commit'), renderLink(renderHash(version.commit_sha), links?.commit(version.commit_sha) ?? null)],
      ['run_id', version.run_id === null ? null : html`<code>${version.run_id}</code>`],
      [
        t('carried over'),
        version.carried_from === null
          ? null
          : tMarkup('from {artifact} of an earlier plan', {
              artifact: renderHash(version.carried_from.artifact_id, 13),
            }),
      ],
      [
        t('undoes'),
        version.undoes.length === 0
          ? null
          : version.undoes.map(({ path, task }) => t('{path} of {task}', { path, task })).join(t(', ')),
      ],
    ])}
    ${renderVersionDiff(view.files, version, before)}
  </details>`
}
