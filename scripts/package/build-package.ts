import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'

// What is published is JavaScript with its types: Node takes no types away below node_modules. It is what Node makes of
// the sources here too, so that the lines of a stack are those of the repository. An argument names another folder for it.
const root = join(import.meta.dirname, '../..')
const from = join(root, 'src')
const to = resolve(process.argv[2] ?? join(root, 'lib'))
/** What `exports` of package.json names, and what stands in their types. */
const typed = ['entrypoints/probot.ts', 'entrypoints/probot/probot-server.ts']

/** `from './one.ts'`, `import('./one.ts')`, and `new URL('one.ts', …)` for programs and threads. */
const specifier = /(\b(?:from |import ?\(?|new URL\())'([^'\n]+)\.ts'/g

rmSync(to, { recursive: true, force: true })
// Prompts and the like lie beside the code that reads them.
cpSync(from, to, { recursive: true, filter: (path) => extname(path) !== '.ts' })
for (const path of globSync('**/*.ts', { cwd: from })) write(path, '.js', compile(join(from, path)))
for (const path of typed) write(path, '.d.ts', declare(join(from, path)))

function compile(file: string): string {
  return pointToBuilt(file, stripTypeScriptTypes(readFileSync(file, 'utf8')))
}

function declare(file: string): string {
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`)
  return pointToBuilt(file, code)
}

function pointToBuilt(file: string, code: string): string {
  const single = code.replaceAll(/from "(\.[^"]+)"/g, "from '$1'")
  return single.replaceAll(specifier, (all, before: string, path: string) =>
    existsSync(join(dirname(file), `${path}.ts`)) ? `${before}'${path}.js'` : all,
  )
}

function write(path: string, ending: string, text: string): void {
  const file = join(to, path.replace(/\.ts$/, ending))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
