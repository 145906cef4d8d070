import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Entries of package.json are sources in the repository, and in the package what was built of them.
const file = join(import.meta.dirname, '../package.json')
const text = readFileSync(file, 'utf8')
const pointed =
  process.argv[2] === 'dist'
    ? text.replaceAll(/"\.\/src\/([^"]+)\.ts"/g, '{ "types": "./dist/$1.d.ts", "default": "./dist/$1.js" }')
    : text.replaceAll(/\{ "types": "\.\/dist\/([^"]+)\.d\.ts", "default": "[^"]+" \}/g, '"./src/$1.ts"')

writeFileSync(file, pointed)
