import { html } from 'hono/html'
import type { Release } from '../../world/world.ts'
import { renderIcon } from '../parts/icons.ts'
import { encodePath, linkFile } from '../links.ts'
import { renderComment } from '../markdown/render-markdown.ts'
import { renderSize, renderTime } from '../parts/render-time.ts'
import type { Markup, Page, RepositoryView } from '../page.ts'

/** All releases, newest first. */
export async function renderReleasesPage(view: RepositoryView): Promise<Page> {
  const releases = await Promise.all(
    view.repository.releases.toReversed().map((release) => renderRelease(view, release)),
  )
  return {
    title: `Releases · ${view.base.slice(1)}`,
    tab: 'releases',
    body: html`<h1>Releases</h1>
      ${releases.length === 0 ? html`<p class="blank box">There aren’t any releases here.</p>` : releases}`,
  }
}

export async function renderReleasePage(view: RepositoryView, release: Release): Promise<Page> {
  return { title: release.name ?? release.tagName, tab: 'releases', body: await renderRelease(view, release) }
}

async function renderRelease(view: RepositoryView, release: Release): Promise<Markup> {
  const tag = encodePath(release.tagName)
  const assets = release.assets.map(
    (asset) =>
      html`<li class="row">
        <span
          ><a href="${view.base}/releases/download/${tag}/${encodeURIComponent(asset.name)}"
            ><b>${asset.label || asset.name}</b></a
          >
          <div class="muted digest">${asset.digest}</div></span
        >
        <span class="muted">${renderSize(asset.size)}</span>
      </li>`,
  )
  return html`<div class="box">
    <div class="release-head">
      <h1>
        <a href="${view.base}/releases/tag/${tag}">${release.name ?? release.tagName}</a>
        ${release.draft ? html`<span class="badge">Draft</span>` : ''}${release.prerelease ? html`<span class="badge">Pre-release</span>` : ''}
      </h1>
      <p class="muted">
        ${renderIcon('tag')} <a href="${linkFile(view.base, 'tree', release.tagName)}">${release.tagName}</a> ·
        ${release.author} · ${renderTime(release.publishedAt ?? release.createdAt)}
      </p>
      <div class="markdown-body">${await renderComment(release.body ?? '', view)}</div>
    </div>
    <div class="box-head">
      <b>Assets <span class="counter">${assets.length}</span></b>
    </div>
    <ul>
      ${assets}
    </ul>
  </div>`
}
