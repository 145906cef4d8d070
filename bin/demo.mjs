#!/usr/bin/env node
import { runWithNode24 } from './with-node-24.mjs'

try {
  import.meta.resolve('github-sandbox')
} catch {
  console.error('npm run demo: no sandbox is installed here; run "npm ci" without --omit=dev, which brings it')
  process.exit(2)
}
await runWithNode24(new URL('../demo/demo.ts', import.meta.url).href, process.argv.slice(2))
