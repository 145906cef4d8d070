import type { Hono } from 'hono'
import { readIssueForms } from '../issues/issue-forms.ts'
import { renderIssueListPage } from '../issues/issue-list-page.ts'
import { renderIssuePage } from '../issues/issue-page.ts'
import { renderLabelsPage } from '../issues/labels-page.ts'
import { renderChooserPage, renderNewIssuePage } from '../issues/new-issue-pages.ts'
import { postConversation, postIssue } from '../forms/post-forms.ts'
import { renderLayout } from '../parts/render-layout.ts'
import { type PagesOptions, makeShow, findView, findShownIssue, findShownPull, answerNotFound } from './show-page.ts'

export function addIssuePages(app: Hono, options: PagesOptions): void {
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
    const issue = view && findShownIssue(view, c)
    if (!view || !issue) return answerNotFound(c)
    if (findShownPull(view, c)) return c.redirect(`${view.base}/pull/${issue.number}`)
    return c.html(renderLayout(await renderIssuePage(view, issue), version, view))
  })
  app.post('/:owner/:repo/issues', async (c) => {
    const view = findView(options, c)
    return view ? postIssue(c, view, options) : answerNotFound(c)
  })
  app.post('/:owner/:repo/issues/:number{\\d+}', async (c) => {
    const view = findView(options, c)
    const issue = view && findShownIssue(view, c)
    return issue ? postConversation(c, view, issue, options) : answerNotFound(c)
  })
}
