import { html, raw } from 'hono/html'
import type { TreeEntry } from '../../handler/git-store.ts'
import { renderIcon } from '../parts/icons.ts'
import { linkFile } from '../links.ts'
import { renderCode, renderMarkdownFile } from '../markdown/render-markdown.ts'
import { renderCommitLine } from './commit-pages.ts'
import { renderTime, renderSize } from '../parts/render-time.ts'
import { findEntry, resolveRefPath, type ResolvedPath } from '../parts/resolve-path.ts'
import type { Markup, Page, RepositoryView } from '../page.ts'

/** Above this a file is offered raw only: nobody reads it, and colouring it takes seconds. */
const largestShownBytes = 500_000

/** A folder (or the repository itself) at a ref: its entries, its last commit, its README. */
export async function renderTreePage(view: RepositoryView, rest: string): Promise<Page | undefined> {
  const place = await resolveRefPath(view.git, rest)
  const entry = place && (await findEntry(view.git, place.sha, place.path))
  if (!place || entry?.type !== 'tree') return undefined
  const entries = (await view.git.readTree(entry.sha, false)).sort(byKindAndName)
  const parent = place.path.split('/').slice(0, -1).join('/')
  const up =
    place.path === ''
      ? ''
      : html`<li class="row"><a href="${linkFile(view.base, 'tree', place.ref, parent)}">..</a></li>`
  const rows = entries.map((child) => {
    const path = place.path === '' ? child.path : `${place.path}/${child.path}`
    const folder = child.type === 'tree'
    return html`<li class="row">
      <a class="file-name" href="${linkFile(view.base, folder ? 'tree' : 'blob', place.ref, path)}"
        >${renderIcon(folder ? 'folder' : 'file')} ${child.path}</a
      ><span class="muted">${child.size === null ? '' : renderSize(child.size)}</span>
    </li>`
  })
  return {
    title: `${view.repository.owner}/${view.repository.name}${place.path === '' ? '' : `: ${place.path}`}`,
    tab: 'code',
    body: html`${await renderCodeBar(view, place)}
      <div class="box">
        ${await renderLastCommit(view, place)}
        <ul>
          ${up}${rows}
        </ul>
      </div>
      ${await renderReadme(view, place, entries)}`,
  }
}

/** A file at a ref: Markdown rendered (or its source with `?plain=1`), text in colours with line anchors. */
export async function renderBlobPage(view: RepositoryView, rest: string, plain: boolean): Promise<Page | undefined> {
  const place = await resolveRefPath(view.git, rest)
  const entry = place && (await findEntry(view.git, place.sha, place.path))
  if (!place || entry?.type !== 'blob') return undefined
  const bytes = await view.git.readBlob(entry.sha)
  const markdown = /\.(md|markdown)$/i.test(place.path)
  const link = linkFile(view.base, 'blob', place.ref, place.path)
  const toggle = markdown ? html`<a href="${link}${plain ? '' : '?plain=1'}">${plain ? 'Preview' : 'Code'}</a> ` : ''
  return {
    title: `${place.path} at ${place.ref}`,
    tab: 'code',
    body: html`${await renderCodeBar(view, place)}
      <div class="box">
        ${await renderLastCommit(view, place)}
        <div class="box-head">
          <span class="muted">${renderSize(bytes.length)}</span>
          <span
            >${toggle}<a href="${linkFile(view.base, 'raw', place.ref, place.path)}">Raw</a>
            <a href="${linkFile(view.base, 'commits', place.ref, place.path)}">History</a></span
          >
        </div>
        ${await renderBytes(view, place, bytes, markdown && !plain)}
      </div>`,
  }
}

async function renderBytes(
  view: RepositoryView,
  place: ResolvedPath,
  bytes: Uint8Array,
  rendered: boolean,
): Promise<Markup> {
  if (/\.(png|jpe?g|gif|webp|svg)$/i.test(place.path)) {
    return html`<p class="picture"><img src="${linkFile(view.base, 'raw', place.ref, place.path)}" alt="" /></p>`
  }
  if (bytes.length > largestShownBytes) return html`<p class="blank">Too large to be shown.</p>`
  if (bytes.includes(0)) return html`<p class="blank">Binary file.</p>`
  const text = new TextDecoder().decode(bytes)
  if (rendered) {
    const body = await renderMarkdownFile(text, { base: view.base, ref: place.ref, path: place.path })
    return html`<article class="markdown-body file-body">${body}</article>`
  }
  const source = text.replace(/\n$/, '')
  const lines = source.split('\n').length
  const numbers = Array.from(
    { length: lines },
    (_, index) => `<a id="L${index + 1}" href="#L${index + 1}">${index + 1}</a>`,
  )
  const code = await renderCode(source, place.path.split('.').at(-1) ?? '')
  return html`<div class="source">
    <pre class="source-lines">${raw(numbers.join('\n'))}</pre>
    ${code}
  </div>`
}

async function renderCodeBar(view: RepositoryView, place: ResolvedPath): Promise<Markup> {
  const [branches, tags] = await Promise.all([view.git.listRefs('refs/heads/'), view.git.listRefs('refs/tags/')])
  const names = [
    ...branches.map(({ ref }) => ref.slice('refs/heads/'.length)),
    ...tags.map(({ ref }) => ref.slice('refs/tags/'.length)),
  ]
  const refs = names.map(
    (name) =>
      html`<li>
        <a href="${linkFile(view.base, 'tree', name)}" ${name === place.ref ? html`aria-current="true"` : ''}
          >${name}</a
        >
      </li>`,
  )
  const segments = place.path === '' ? [] : place.path.split('/')
  const trail = segments.map((segment, index) => {
    const path = segments.slice(0, index + 1).join('/')
    const last = index === segments.length - 1
    return html`<span class="muted">/</span
      >${last ? html`<b>${segment}</b>` : html`<a href="${linkFile(view.base, 'tree', place.ref, path)}">${segment}</a>`}`
  })
  return html`<div class="code-bar">
    <details class="menu">
      <summary class="button">${renderIcon('branch')} ${place.ref}</summary>
      <ul class="box">
        ${refs}
      </ul>
    </details>
    <span class="path"><a href="${linkFile(view.base, 'tree', place.ref)}">${view.repository.name}</a>${trail}</span>
    <a class="muted" href="${linkFile(view.base, 'commits', place.ref, place.path)}">${renderIcon('commit')} Commits</a>
    <a class="muted" href="${view.base}/branches">${renderIcon('branch')} ${branches.length} branches</a>
  </div>`
}

async function renderLastCommit(view: RepositoryView, place: ResolvedPath): Promise<Markup | ''> {
  const [sha] = await view.git.log(place.sha, place.path === '' ? { limit: 1 } : { path: place.path, limit: 1 })
  if (!sha) return ''
  const commit = await view.git.readCommit(sha)
  return html`<div class="box-head">
    <span class="one-line"><b>${commit.author.name}</b> ${renderCommitLine(view, commit)}</span>
    <span class="muted">${renderTime(commit.committer.date)}</span>
  </div>`
}

async function renderReadme(view: RepositoryView, place: ResolvedPath, entries: TreeEntry[]): Promise<Markup | ''> {
  const readme = entries.find((entry) => entry.type === 'blob' && /^readme(\.md|\.markdown)?$/i.test(entry.path))
  if (!readme) return ''
  const path = place.path === '' ? readme.path : `${place.path}/${readme.path}`
  const text = new TextDecoder().decode(await view.git.readBlob(readme.sha))
  const body = await renderMarkdownFile(text, { base: view.base, ref: place.ref, path })
  return html`<div class="box">
    <div class="box-head">
      <a href="${linkFile(view.base, 'blob', place.ref, path)}"><b>${readme.path}</b></a>
    </div>
    <article class="markdown-body file-body">${body}</article>
  </div>`
}

function byKindAndName(a: TreeEntry, b: TreeEntry): number {
  if ((a.type === 'tree') !== (b.type === 'tree')) return a.type === 'tree' ? -1 : 1
  return a.path < b.path ? -1 : 1
}
