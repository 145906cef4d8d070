import { readFile, writeFile } from 'node:fs/promises'
import { readNotedBugs } from '../test/support/seeded-bugs/note-bugs.ts'
import { replaceSeededBugTable } from './docs/seeded-bug-table.ts'

// Writes what the seeded bugs came to when their test last ran here into the table of docs/debugging.md.
const file = 'docs/debugging.md'
const bugs = await readNotedBugs()
await writeFile(file, replaceSeededBugTable(await readFile(file, 'utf8'), bugs))
console.log(`${file}: ${bugs.length} bugs`)
