import { readFile, writeFile } from 'node:fs/promises'
import { readNotedInjections } from '../test/support/injection/note-injections.ts'
import { replaceInjectionTable } from './docs/injection-table.ts'

// Writes what the injection test played when it last ran here into the table of docs/security.md.
const file = 'docs/security.md'
const noted = await readNotedInjections()
await writeFile(file, replaceInjectionTable(await readFile(file, 'utf8'), noted, new Date().toISOString().slice(0, 10)))
console.log(`${file}: ${noted.length} texts from the test`)
