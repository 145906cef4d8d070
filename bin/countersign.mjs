#!/usr/bin/env node
import { existsSync } from 'node:fs'
import v8 from 'node:v8'
import { runWithNode24 } from './with-node-24.mjs'

const words = process.argv.slice(2)
// Servers live long, and a small machine has other things to do with its memory: what is new and soon forgotten gets a
// few megabytes instead of up to 48, and what starting left behind can be collected (docs/decisions/0079).
const isServer = words.includes('app') || words.includes('worker')
const flags = isServer ? ['--max-semi-space-size=2', '--expose-gc'] : []
// Set here, as a Node that doesn't know them any more would not start with them on its command line.
if (isServer) {
  // Old memory is collected when it has grown by half, not at three times what is in use and more, as V8 does where a
  // machine is busy.
  v8.setFlagsFromString('--heap-growing-percent=50')
  // Of WebAssembly there are Node's own parsers. To optimize one takes 20 MiB that the C heap keeps.
  v8.setFlagsFromString('--liftoff-only')
}
// The sources in a checkout; a package has what was built of them.
const source = new URL('../src/entrypoints/cli.ts', import.meta.url)
const entry = existsSync(source) ? source : new URL('../lib/entrypoints/cli.js', import.meta.url)
await runWithNode24(entry.href, words, flags)
