import { writeFile } from 'node:fs/promises'
import { findStalePages, renderGeneratedPages } from './docs/generated-pages.ts'

// Writes the pages of docs/ and the JSON Schemas that are made from the code; with --check it only says which are out of date.
if (process.argv.includes('--check')) {
  const stale = await findStalePages()
  for (const path of stale) console.error(`${path} is out of date: run "npm run docs"`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  for (const { file, text } of renderGeneratedPages()) await writeFile(file, text)
}
