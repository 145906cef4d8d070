import { html } from 'hono/html'
import type { Manifest } from '../../../domain/bundle/manifest.ts'
import { renderBytes, renderScore } from '../../text/amounts.ts'
import { renderCount, t } from '../../language/t.ts'
import type { ReleaseCheck } from '../dossier.ts'
import type { PageContent } from '../frame.ts'
import { type IssueView, renderIssuePage } from '../issue/issue-head.ts'
import { nodeHref } from '../links.ts'
import { type Markup, renderEmpty, renderHash, renderLink, renderInline } from '../parts/markup.ts'
import { renderWhen } from '../parts/times.ts'
import { renderMark, renderState, type StateTone } from '../parts/tones.ts'
import type { PlainMessage } from '../../../domain/language/message.ts'
import { translate } from '../../language/translate.ts'
import { tMarkup } from '../parts/t-markup.ts'
import { sayReviewer } from '../parts/say-reviewer.ts'

const releaseTones: Record<ReleaseCheck, StateTone> = { stands: 'done', superseded: 'stale', 'not told': 'idle' }
const releaseWords: Record<ReleaseCheck, PlainMessage> = {
  stands: 'The record gives this very manifest: the same files, versions and verdicts.',
  superseded: 'This manifest is on the branch as it was released; what is approved has changed since.',
  'not told': 'The branch does not have this manifest: the release alone does.',
}

/** What was exported, what an export would hold now, and how it is verified (spec 003 §3.2). */
export function renderBundlePage(view: IssueView, released?: ReleaseCheck): PageContent {
  const { manifest, record } = view.dossier
  return renderIssuePage(
    view,
    'bundle',
    html`<section class="card" aria-labelledby="releases">
        <h2 id="releases">${t('Releases')}</h2>
        ${
          record.exports.length === 0
            ? renderEmpty(t('Nothing was exported yet: /export in the issue releases the approved versions.'))
            : html`<ul class="rows">
                ${record.exports.toReversed().map(
                  (one) =>
                    html`<li>
                      <span>${renderLink(one.tag, one.url)} <span class="muted">${renderWhen(one.at)}</span></span>
                      <span>manifest.json ${renderHash(one.manifest_sha256, 16)}</span>
                    </li>`,
                )}
              </ul>`
        }
        ${record.exports.map((one, index) =>
          index < record.exports.length - 1
            ? ''
            : html`<h3>${t('Prove it')}</h3>
                ${released === undefined ? '' : html`<p>${renderMark(releaseTones[released])} ${t(releaseWords[released])}</p>`}
                <p class="muted">${t('The files themselves are proven by whoever has them:')}</p>
                <pre class="block" tabindex="0" role="region" aria-label="${t('Commands')}">
npm run countersign -- verify ${one.url} --manifest-sha256 ${one.manifest_sha256}</pre>`,
        )}
      </section>
      ${
        manifest === null
          ? html`<section class="card">
              <h2>${t('Bundle')}</h2>
              ${renderEmpty(t('Nothing is approved yet, so an export would be empty.'))}
            </section>`
          : renderManifestView(manifest)
      }`,
  )
}

function renderManifestView({ items, missing, exported_at: at }: Manifest): Markup {
  return html`<section class="card" aria-labelledby="bundle">
    <div class="head">
      <h2 id="bundle">${t('What an export holds now')}</h2>
      <span class="muted"
        >${tMarkup('{files}, as of {at}', { files: renderCount(items.flatMap(({ files }) => files).length, 'file'), at: renderWhen(at) })}</span
      >
    </div>
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">${t('file')}</th>
          <th scope="col">${t('of')}</th>
          <th scope="col">${t('approved')}</th>
          <th scope="col">${t('size')}</th>
          <th scope="col">sha256</th>
        </tr>
      </thead>
      <tbody>
        ${items.map((item) =>
          item.files.map(
            (file) =>
              html`<tr>
                <th scope="row"><code>${file.dest_path}</code></th>
                <td data-name="${t('of')}">
                  <a href="${nodeHref(item.task)}">${item.task}</a> v${item.version}
                  <span class="muted">${t(item.role)}</span>
                </td>
                <td data-name="${t('approved')}" class="wraps">
                  ${t('{score} by {who}', { score: renderScore(item.review.score), who: sayReviewer(item.review.reviewer) })}
                </td>
                <td data-name="${t('size')}" class="number">${renderBytes(file.size)}</td>
                <td data-name="sha256">${renderHash(file.sha256, 16)}</td>
              </tr>`,
          ),
        )}
      </tbody>
    </table>
    ${
      missing.length === 0
        ? ''
        : html`<h3>${t('Missing yet')}</h3>
            <ul class="rows">
              ${missing.map(
                (one) =>
                  html`<li>
                    <span><a href="${nodeHref(one.task)}">${one.task}</a> ${renderInline(one.task_title, 200)}</span>
                    ${renderState('idle', translate(one.why))}
                  </li>`,
              )}
            </ul>`
    }
  </section>`
}
