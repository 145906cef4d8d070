#!/usr/bin/env node
import { runWithNode24 } from './with-node-24.mjs'

await runWithNode24(new URL('../bench/eval/run.ts', import.meta.url).href, process.argv.slice(2))
