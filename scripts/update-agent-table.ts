import { readFile, writeFile } from 'node:fs/promises'
import { readNotedBehaviours } from '../test/support/agents/real/note-behaviour.ts'
import { replaceAgentTable } from './docs/agent-table.ts'

// Writes what the real agents came to when their tests last ran here into the table of docs/agents.md.
const file = 'docs/agents.md'
const noted = await readNotedBehaviours()
await writeFile(file, replaceAgentTable(await readFile(file, 'utf8'), noted, new Date().toISOString().slice(0, 10)))
console.log(`${file}: ${noted.length} plays from the tests`)
