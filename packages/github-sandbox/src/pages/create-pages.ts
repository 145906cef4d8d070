import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { secureHeaders } from 'hono/secure-headers'
import { harmless } from './code/serve-files.ts'
import { renderLayout } from './parts/render-layout.ts'
import { serveAssets } from './browser/serve-assets.ts'
import { renderStartPage } from './start-page.ts'
import { addCodePages } from './routes/code-routes.ts'
import { addIssuePages } from './routes/issue-routes.ts'
import { addPullPages } from './routes/pull-routes.ts'
import { addReleasePages } from './routes/release-routes.ts'
import { answerNotFound, type PagesOptions } from './routes/show-page.ts'

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
