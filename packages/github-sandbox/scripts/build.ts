import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'

// What is published is JavaScript with its types: Node takes no types away below node_modules.
const root = join(import.meta.dirname, '..')
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')

rmSync(join(root, 'dist'), { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '--project', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })
// Pages' scripts and styles, and GitHub's description, lie beside the code that reads them.
cpSync(join(root, 'src'), join(root, 'dist'), { recursive: true, filter: (path) => extname(path) !== '.ts' })
