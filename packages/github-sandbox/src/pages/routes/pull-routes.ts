import type { Hono } from 'hono'
import type { Pull } from '../../world/world.ts'
import { renderCheckRunPage } from '../pulls/check-pages.ts'
import { renderPullPage, type PullTab } from '../pulls/pull-pages.ts'
import { renderLayout } from '../parts/render-layout.ts'
import type { RepositoryView } from '../page.ts'
import { type PagesOptions, makeShow, findView, findShownIssue, findShownPull, answerNotFound } from './show-page.ts'

export function addPullPages(app: Hono, options: PagesOptions): void {
  const tabs: Record<PullTab, string> = { conversation: '', commits: '/commits', checks: '/checks', files: '/files' }
  for (const [tab, path] of Object.entries(tabs) as [PullTab, string][]) {
    app.get(`/:owner/:repo/pull/:number{\\d+}${path}`, async (c) => {
      const view = findView(options, c)
      const issue = view && findShownIssue(view, c)
      if (!view || !issue) return answerNotFound(c)
      const pull = findShownPull(view, c)
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

/** Whether a pull request can be merged is worked out when somebody looks at it, on GitHub's page as through its API. */
async function askMergeable(view: RepositoryView, pull: Pull, options: PagesOptions): Promise<void> {
  if (pull.merged || pull.mergeable !== null) return
  const ask = options.fetch ?? fetch
  await (await ask(`${options.api}/repos${view.base}/pulls/${pull.number}`)).body?.cancel()
}
