import { html } from 'hono/html'
import type { CommitData } from '../../handler/git-store.ts'
import { linkFile } from '../links.ts'
import { renderChecksIcon } from '../parts/checks-state.ts'
import { renderDiff } from '../parts/render-diff.ts'
import { renderTime } from '../parts/render-time.ts'
import { resolveRefPath } from '../parts/resolve-path.ts'
import type { Markup, Page, RepositoryView } from '../page.ts'

const pageSize = 100

/** History of a ref, narrowed to a path, newest first, a day a heading. */
export async function renderCommitsPage(view: RepositoryView, rest: string): Promise<Page | undefined> {
  const place = await resolveRefPath(view.git, rest)
  if (!place) return undefined
  const shas = await view.git.log(place.sha, { limit: pageSize, ...(place.path === '' ? {} : { path: place.path }) })
  const where = place.path === '' ? '' : html` of <code>${place.path}</code>`
  return {
    title: `Commits at ${place.ref}`,
    tab: 'code',
    body: html`<h1>
        Commits${where} at <a class="branch" href="${linkFile(view.base, 'tree', place.ref)}">${place.ref}</a>
      </h1>
      ${await renderCommitList(view, shas)}
      ${shas.length === pageSize ? html`<p class="muted">The newest ${pageSize} are shown.</p>` : ''}`,
  }
}

export async function renderCommitList(view: RepositoryView, shas: string[]): Promise<Markup> {
  const commits = await Promise.all(shas.map((sha) => view.git.readCommit(sha)))
  return html`<ul class="box">
    ${commits.map(
      (commit) =>
        html`<li class="row">
          <div>
            ${renderCommitLine(view, commit)} ${renderChecksIcon(view, commit.sha)}
            <div class="muted"><b>${commit.author.name}</b> committed ${renderTime(commit.committer.date)}</div>
          </div>
          <a class="sha" href="${view.base}/commit/${commit.sha}">${commit.sha.slice(0, 7)}</a>
        </li>`,
    )}
  </ul>`
}

/** First line of the message, as a link to the commit. */
export function renderCommitLine(view: RepositoryView, commit: CommitData): Markup {
  const title = commit.message.split('\n')[0] ?? ''
  return html`<a class="commit-title" href="${view.base}/commit/${commit.sha}"
    >${title === '' ? commit.sha.slice(0, 7) : title}</a
  >`
}

/** One commit: message, who, parents, and what it changed against its first parent. */
export async function renderCommitPage(view: RepositoryView, revision: string): Promise<Page | undefined> {
  const sha = /^[0-9a-f]{4,40}$/.test(revision) ? await view.git.resolve(revision) : undefined
  if (!sha) return undefined
  const commit = await view.git.readCommit(sha)
  const [title = '', ...rest] = commit.message.split('\n')
  const body = rest.join('\n').trim()
  const parents = commit.parents.map(
    (parent) => html` <a class="sha" href="${view.base}/commit/${parent}">${parent.slice(0, 7)}</a>`,
  )
  const changes = await view.git.diff(commit.parents[0] ?? emptyTree, sha)
  return {
    title: title === '' ? sha : title,
    tab: 'code',
    body: html`<div class="box">
        <div class="commit-head">
          <h1>${title}</h1>
          ${body === '' ? '' : html`<pre>${body}</pre>`}
        </div>
        <div class="box-head">
          <span
            ><b>${commit.author.name}</b> committed ${renderTime(commit.committer.date)}
            ${renderChecksIcon(view, sha)}</span
          >
          <span class="muted">
            ${parents.length === 0 ? 'no parent' : html`${parents.length} parent${parents.length === 1 ? '' : 's'}${parents}`}
            commit <a class="sha" href="${view.base}/tree/${sha}">${sha.slice(0, 7)}</a></span
          >
        </div>
      </div>
      ${await renderDiff(view, changes, { sha })}`,
  }
}

/** Id of git's empty tree, what a first commit is compared with. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
