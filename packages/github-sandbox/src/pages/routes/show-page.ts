import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { GitStore } from '../../handler/git-store.ts'
import type { Repository, World } from '../../world/world.ts'
import { renderNotFoundPage } from '../error-page.ts'
import { renderLayout } from '../parts/render-layout.ts'
import type { Page, RepositoryView } from '../page.ts'

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

type MakePage = (view: RepositoryView, c: Context) => Page | undefined | Promise<Page | undefined>

/** Turns a page of a repository into a handler; a missing repository or page is 404. */
export function makeShow(options: PagesOptions) {
  return (make: MakePage) => async (c: Context) => {
    const version = options.version()
    const view = findView(options, c)
    const page = view && (await make(view, c))
    return page ? c.html(renderLayout(page, version, view)) : answerNotFound(c)
  }
}

export function findView(options: PagesOptions, c: Context): RepositoryView | undefined {
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

export function findShownIssue(view: RepositoryView, c: Context) {
  return view.repository.issues.find((candidate) => candidate.number === Number(c.req.param('number')))
}

export function findShownPull(view: RepositoryView, c: Context) {
  return view.repository.pulls.find((candidate) => candidate.number === Number(c.req.param('number')))
}

export function answerNotFound(c: Context) {
  return c.html(renderLayout(renderNotFoundPage(c.req.path), null), 404)
}
