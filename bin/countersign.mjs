#!/usr/bin/env node
import { runWithNode24 } from './with-node-24.mjs'

const words = process.argv.slice(2)
// Servers live long, and a small machine has other things to do with its memory: what is new and soon forgotten gets a
// few megabytes instead of up to 48 (docs/decisions/0079).
const flags = words.includes('app') || words.includes('worker') ? ['--max-semi-space-size=2'] : []
await runWithNode24(new URL('../src/entrypoints/cli.ts', import.meta.url).href, words, flags)
