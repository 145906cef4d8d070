import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// package.json serves the checkout; what is published says less. npm packs the file as it stands after `prepack`, and
// `postpack` puts back what was there.
const file = join(import.meta.dirname, '../../package.json')
const kept = join(import.meta.dirname, '../../lib/package.json.checkout')

if (process.argv[2] === 'published') {
  const text = readFileSync(file, 'utf8')
  writeFileSync(kept, text)
  // Scripts and tools are of no use there; nor is Node itself, which whoever installs packages has (docs/decisions/0092).
  const { scripts: _, devDependencies: __, overrides: ___, ...published } = JSON.parse(text)
  published.engines.node = '>=24'
  const optional = Object.entries(published.optionalDependencies)
  published.optionalDependencies = Object.fromEntries(optional.filter(([name]) => !/^node-\w+-\w+$/.test(name)))
  writeFileSync(file, `${JSON.stringify(published, null, 2)}\n`)
} else {
  writeFileSync(file, readFileSync(kept, 'utf8'))
  rmSync(kept)
}
