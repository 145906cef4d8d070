import { readFile, writeFile } from 'node:fs/promises'
import { readPlayedRows, ruleRows } from '../test/e2e/rules/support/rule-rows.ts'
import { replaceCompatibility } from './docs/compatibility-table.ts'

// Writes which rules of a repository the tests played here, and what came of them, into docs/compatibility.md.
const file = 'docs/compatibility.md'
const played = await readPlayedRows()
await writeFile(file, replaceCompatibility(await readFile(file, 'utf8'), ruleRows, played))
console.log(`${file}: ${played.size} of ${ruleRows.length} rows were played here`)
