import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const require = createRequire(import.meta.url)
const ownFolder = fileURLToPath(new URL('.', import.meta.url))
const mermaidFolder = dirname(require.resolve('mermaid/dist/mermaid.esm.min.mjs'))

/** Style sheets and scripts, all from this machine; Mermaid loads the parts a diagram needs. */
export function serveAssets(): Hono {
  const assets = new Hono()
  const own = { 'style.css': 'text/css', 'draw-diagrams.js': 'text/javascript' }
  for (const name of Object.keys(own)) assets.get(`/${name}`, serveStatic({ root: ownFolder, path: name }))
  assets.get(
    '/github-markdown.css',
    serveStatic({
      root: dirname(require.resolve('github-markdown-css/github-markdown.css')),
      path: 'github-markdown.css',
    }),
  )
  assets.get(
    '/mermaid/*',
    serveStatic({ root: mermaidFolder, rewriteRequestPath: (path) => path.replace(/^.*?\/mermaid\//, '/') }),
  )
  return assets
}
