import { html } from 'hono/html'
import { renderIcon, type IconName } from './icons.ts'
import type { Markup, Page, RepositoryView, Tab } from '../page.ts'

/**
 * The whole document around a page; `view` is absent outside of repositories. `version`: the state of things that it shows,
 * by which it brings itself up to date; null for what is shown once, as an error is.
 */
export function renderLayout(page: Page, version: string | null, view?: RepositoryView): Markup {
  return html`<!doctype html>
    <html lang="${page.language ?? 'en'}" ${version === null ? '' : html`data-version="${version}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/_assets/github-markdown.css" />
        <link rel="stylesheet" href="/_assets/style.css" />
        <script type="module" src="/_assets/draw-diagrams.js"></script>
        <script type="module" src="/_assets/follow-changes.js"></script>
      </head>
      <body>
        <header class="top">
          <div class="trail"><a href="/">Sandbox</a>${view ? renderTrail(view) : ''}</div>
          ${view ? renderTabs(view, page.tab) : ''} ${view ? renderHomepages(view) : ''}
        </header>
        <main class="page">${page.body}</main>
      </body>
    </html>`
}

function renderTrail(view: RepositoryView): Markup {
  const { owner, name } = view.repository
  return html`<span class="muted"> / </span><a href="/${owner}">${owner}</a><span class="muted"> / </span
    ><a href="${view.base}"><b>${name}</b></a>`
}

/** Apps that show something of this repository elsewhere. */
function renderHomepages({ world, repository, base }: RepositoryView): Markup {
  const apps = world.apps.filter(
    ({ homepage, installations }) =>
      homepage && installations.some(({ repositoryIds }) => repositoryIds.includes(repository.id)),
  )
  return html`${apps.map(({ name, homepage }) => html`<a class="homepage" href="${homepage}${base}/index.html">${name} ↗</a>`)}`
}

function renderTabs(view: RepositoryView, current: Tab | null): Markup {
  const open = view.repository.issues.filter((issue) => issue.state === 'open')
  const pulls = open.filter((issue) => view.repository.pulls.some((pull) => pull.number === issue.number)).length
  const tabs: { tab: Tab; name: string; path: string; icon: IconName; count: number }[] = [
    { tab: 'code', name: 'Code', path: '', icon: 'file', count: 0 },
    { tab: 'issues', name: 'Issues', path: '/issues', icon: 'issueOpen', count: open.length - pulls },
    { tab: 'pulls', name: 'Pull requests', path: '/pulls', icon: 'pull', count: pulls },
    { tab: 'actions', name: 'Actions', path: '/actions', icon: 'commit', count: 0 },
    { tab: 'releases', name: 'Releases', path: '/releases', icon: 'tag', count: view.repository.releases.length },
  ]
  return html`<nav class="tabs" aria-label="Repository">
    ${tabs.map(
      ({ tab, name, path, icon, count }) =>
        html`<a href="${view.base}${path}" ${tab === current ? html`aria-current="page"` : ''}
          >${renderIcon(icon)} ${name}${count > 0 ? html` <span class="counter">${count}</span>` : ''}</a
        >`,
    )}
  </nav>`
}
