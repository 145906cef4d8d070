import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { csrf } from 'hono/csrf'
import { secureHeaders } from 'hono/secure-headers'
import type { GitStore } from '../handler/git-store.ts'
import type { Pull, Repository, World } from '../world/world.ts'
import { renderActionsPage } from './pulls/actions-page.ts'
import { renderBranchesPage } from './code/branches-page.ts'
import { renderCheckRunPage } from './pulls/check-pages.ts'
import { renderBlobPage, renderTreePage } from './code/code-pages.ts'
import { renderCommitPage, renderCommitsPage } from './code/commit-pages.ts'
import { renderNotFoundPage } from './error-page.ts'
import { readIssueForms } from './issues/issue-forms.ts'
import { renderIssueListPage } from './issues/issue-list-page.ts'
import { renderIssuePage } from './issues/issue-page.ts'
import { renderLabelsPage } from './issues/labels-page.ts'
import { renderChooserPage, renderNewIssuePage } from './issues/new-issue-pages.ts'
import { postConversation, postIssue } from './forms/post-forms.ts'
import { renderPullPage, type PullTab } from './pulls/pull-pages.ts'
import { renderReleasePage, renderReleasesPage } from './code/release-pages.ts'
import { renderLayout } from './parts/render-layout.ts'
import { serveAssets } from './browser/serve-assets.ts'
import { harmless, serveArtifact, serveAsset, serveRaw } from './code/serve-files.ts'
import { renderStartPage } from './start-page.ts'
import type { Page, RepositoryView } from './page.ts'

export interface PagesOptions {
  world: () => World
  git: (repo: Repository) => GitStore
  /** Base of the REST API that forms are sent to. */
  api: string
  /** Holds `assets/<id>` of releases. */
  dataDir: string
  fetch?: typeof fetch
  /** Another one whenever something may have changed. */
  version: () => string
}

/** The web pages of the sandbox, at the same paths as on GitHub. */
export function createPages(options: PagesOptions): Hono {
  const app = new Hono()
  app.use(csrf())
  // Before the pages' own headers, so that it has the last word.
  for (const path of ['raw', 'releases/download']) app.use(`/:owner/:repo/${path}/*`, harmless)
  app.use(
    secureHeaders({
      contentSecurityPolicy,
      crossOriginResourcePolicy: 'same-origin',
      xFrameOptions: 'DENY',
      strictTransportSecurity: false,
    }),
  )
  app.route('/_assets', serveAssets())
  app.get('/_version', (c) => c.text(options.version(), 200, { 'cache-control': 'no-store' }))
  app.get('/', (c) => c.html(renderLayout(renderStartPage(options.world()), options.version())))
  app.get('/:owner', (c) => {
    const world = options.world()
    const owner = c.req.param('owner')
    const known = world.users.some((user) => user.login === owner || user.login === `${owner}[bot]`)
    const owns = world.repositories.some((repository) => repository.owner === owner)
    return known || owns ? c.html(renderLayout(renderStartPage(world, owner), options.version())) : answerNotFound(c)
  })
  addCodePages(app, options)
  addIssuePages(app, options)
  addPullPages(app, options)
  addReleasePages(app, options)
  app.notFound(answerNotFound)
  return app
}

/** Own scripts and styles only; Mermaid writes style elements into its pictures. */
const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

function addCodePages(app: Hono, options: PagesOptions): void {
  const page = makeShow(options)
  app.get(
    '/:owner/:repo',
    page((view) => renderTreePage(view, view.repository.defaultBranch)),
  )
  app.get(
    '/:owner/:repo/tree/:rest{.+}',
    page((view, c) => renderTreePage(view, c.req.param('rest') ?? '')),
  )
  app.get(
    '/:owner/:repo/blob/:rest{.+}',
    page((view, c) => renderBlobPage(view, c.req.param('rest') ?? '', c.req.query('plain') === '1')),
  )
  app.get('/:owner/:repo/raw/:rest{.+}', async (c) => {
    const view = findView(options, c)
    return (view && (await serveRaw(view, c.req.param('rest')))) ?? answerNotFound(c)
  })
  app.get(
    '/:owner/:repo/commits',
    page((view) => renderCommitsPage(view, view.repository.defaultBranch)),
  )
  app.get(
    '/:owner/:repo/commits/:rest{.+}',
    page((view, c) => renderCommitsPage(view, c.req.param('rest') ?? '')),
  )
  app.get(
    '/:owner/:repo/commit/:sha',
    page((view, c) => renderCommitPage(view, c.req.param('sha') ?? '')),
  )
  app.get('/:owner/:repo/branches', page(renderBranchesPage))
}

function addIssuePages(app: Hono, options: PagesOptions): void {
  const page = makeShow(options)
  for (const kind of ['issues', 'pulls'] as const) {
    app.get(
      `/:owner/:repo/${kind}`,
      page((view, c) => {
        const state = c.req.query('state') === 'closed' ? 'closed' : 'open'
        return renderIssueListPage(view, { kind, state, label: c.req.query('label') ?? null })
      }),
    )
  }
  app.get('/:owner/:repo/labels', page(renderLabelsPage))
  app.get(
    '/:owner/:repo/issues/new/choose',
    page(async (view) => renderChooserPage(view, await readIssueForms(view.git, view.repository))),
  )
  app.get(
    '/:owner/:repo/issues/new',
    page(async (view, c) => {
      const forms = await readIssueForms(view.git, view.repository)
      return renderNewIssuePage(
        view,
        forms.find((form) => form.file === c.req.query('template')),
      )
    }),
  )
  app.get('/:owner/:repo/issues/:number{\\d+}', async (c) => {
    const version = options.version()
    const view = findView(options, c)
    const issue = view && findIssue(view, c)
    if (!view || !issue) return answerNotFound(c)
    if (findPull(view, c)) return c.redirect(`${view.base}/pull/${issue.number}`)
    return c.html(renderLayout(await renderIssuePage(view, issue), version, view))
  })
  app.post('/:owner/:repo/issues', async (c) => {
    const view = findView(options, c)
    return view ? postIssue(c, view, options) : answerNotFound(c)
  })
  app.post('/:owner/:repo/issues/:number{\\d+}', async (c) => {
    const view = findView(options, c)
    const issue = view && findIssue(view, c)
    return issue ? postConversation(c, view, issue, options) : answerNotFound(c)
  })
}

function addPullPages(app: Hono, options: PagesOptions): void {
  const tabs: Record<PullTab, string> = { conversation: '', commits: '/commits', checks: '/checks', files: '/files' }
  for (const [tab, path] of Object.entries(tabs) as [PullTab, string][]) {
    app.get(`/:owner/:repo/pull/:number{\\d+}${path}`, async (c) => {
      const view = findView(options, c)
      const issue = view && findIssue(view, c)
      if (!view || !issue) return answerNotFound(c)
      const pull = findPull(view, c)
      if (!pull) return c.redirect(`${view.base}/issues/${issue.number}`)
      await askMergeable(view, pull, options)
      const version = options.version()
      return c.html(renderLayout(await renderPullPage(view, issue, pull, tab), version, view))
    })
  }
  const page = makeShow(options)
  app.get(
    '/:owner/:repo/runs/:id{\\d+}',
    page((view, c) => {
      const run = view.repository.checkRuns.find((candidate) => candidate.id === Number(c.req.param('id')))
      return run && renderCheckRunPage(view, run)
    }),
  )
}

function addReleasePages(app: Hono, options: PagesOptions): void {
  const page = makeShow(options)
  app.get('/:owner/:repo/actions', page(renderActionsPage))
  app.get('/:owner/:repo/actions/runs/:id{\\d+}', (c) => {
    const { owner, repo, id } = c.req.param()
    return c.redirect(`/${owner}/${repo}/actions#run-${id}`)
  })
  app.get('/:owner/:repo/actions/artifacts/:id{\\d+}', async (c) => {
    const view = findView(options, c)
    return (view && (await serveArtifact(view, options.dataDir, Number(c.req.param('id'))))) ?? answerNotFound(c)
  })
  app.get('/:owner/:repo/releases', page(renderReleasesPage))
  app.get(
    '/:owner/:repo/releases/tag/:tag{.+}',
    page((view, c) => {
      const release = view.repository.releases.find((candidate) => candidate.tagName === c.req.param('tag'))
      return release && renderReleasePage(view, release)
    }),
  )
  app.get('/:owner/:repo/releases/download/:rest{.+}', async (c) => {
    const view = findView(options, c)
    return (view && (await serveAsset(view, options.dataDir, c.req.param('rest')))) ?? answerNotFound(c)
  })
}

/** Whether a pull request can be merged is worked out when somebody looks at it, on GitHub's page as through its API. */
async function askMergeable(view: RepositoryView, pull: Pull, options: PagesOptions): Promise<void> {
  if (pull.merged || pull.mergeable !== null) return
  const ask = options.fetch ?? fetch
  await (await ask(`${options.api}/repos${view.base}/pulls/${pull.number}`)).body?.cancel()
}

type MakePage = (view: RepositoryView, c: Context) => Page | undefined | Promise<Page | undefined>

/** Turns a page of a repository into a handler; a missing repository or page is 404. */
function makeShow(options: PagesOptions) {
  return (make: MakePage) => async (c: Context) => {
    const version = options.version()
    const view = findView(options, c)
    const page = view && (await make(view, c))
    return page ? c.html(renderLayout(page, version, view)) : answerNotFound(c)
  }
}

function findView(options: PagesOptions, c: Context): RepositoryView | undefined {
  const world = options.world()
  const name = `${c.req.param('owner')}/${c.req.param('repo')}`.toLowerCase()
  const repository = world.repositories.find(
    (candidate) => `${candidate.owner}/${candidate.name}`.toLowerCase() === name,
  )
  if (!repository) return undefined
  return {
    world,
    repository,
    git: options.git(repository),
    base: `/${repository.owner}/${repository.name}`,
    origin: new URL(c.req.url).origin,
    actor: getCookie(c, 'as') ?? '',
  }
}

function findIssue(view: RepositoryView, c: Context) {
  return view.repository.issues.find((candidate) => candidate.number === Number(c.req.param('number')))
}

function findPull(view: RepositoryView, c: Context) {
  return view.repository.pulls.find((candidate) => candidate.number === Number(c.req.param('number')))
}

function answerNotFound(c: Context) {
  return c.html(renderLayout(renderNotFoundPage(c.req.path), null), 404)
}
