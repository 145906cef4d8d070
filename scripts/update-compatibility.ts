import { readFile, writeFile } from 'node:fs/promises'
import { readPlayedRows } from '../test/e2e/rules/support/played-rows.ts'
import { ruleRows } from '../test/e2e/rules/support/rule-rows.ts'
import { storyRows } from '../test/e2e/rules/support/story-rows.ts'
import { replaceCompatibility } from './docs/compatibility-table.ts'

// Writes which rules of a repository the tests played here, and what came of them, into docs/compatibility.md.
const file = 'docs/compatibility.md'
const played = await readPlayedRows()
const withRules = replaceCompatibility(await readFile(file, 'utf8'), 'rules', ruleRows, played)
await writeFile(file, replaceCompatibility(withRules, 'stories', storyRows, played))
const all = [...ruleRows, ...storyRows]
console.log(`${file}: ${all.filter(({ rule }) => played.has(rule)).length} of ${all.length} rows were played here`)
