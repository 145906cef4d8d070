import type { Hono } from 'hono'
import { renderBranchesPage } from '../code/branches-page.ts'
import { renderBlobPage, renderTreePage } from '../code/code-pages.ts'
import { renderCommitPage, renderCommitsPage } from '../code/commit-pages.ts'
import { serveRaw } from '../code/serve-files.ts'
import { type PagesOptions, makeShow, findView, answerNotFound } from './show-page.ts'

export function addCodePages(app: Hono, options: PagesOptions): void {
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
