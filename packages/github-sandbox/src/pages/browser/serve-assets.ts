import { createRequire } from 'node:module'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const require = createRequire(import.meta.url)
const ownFiles = ['style.css', 'draw-diagrams.js', 'bring-in-step.js', 'follow-changes.js'].map(
  (name) => new URL(name, import.meta.url),
)
const mermaidFolder = dirname(require.resolve('mermaid/dist/mermaid.esm.min.mjs'))

/** Style sheets and scripts, all from this machine; Mermaid loads the parts a diagram needs. */
export function serveAssets(): Hono {
  const assets = new Hono()
  for (const file of ownFiles.map((url) => fileURLToPath(url))) {
    assets.get(`/${basename(file)}`, serveStatic({ root: dirname(file), path: basename(file) }))
  }
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
