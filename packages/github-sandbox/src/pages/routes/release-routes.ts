import type { Hono } from 'hono'
import { renderActionsPage } from '../pulls/actions-page.ts'
import { renderReleasePage, renderReleasesPage } from '../code/release-pages.ts'
import { serveArtifact, serveAsset } from '../code/serve-files.ts'
import { type PagesOptions, makeShow, findView, answerNotFound } from './show-page.ts'

export function addReleasePages(app: Hono, options: PagesOptions): void {
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
