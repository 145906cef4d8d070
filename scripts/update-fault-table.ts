import { readFile, writeFile } from 'node:fs/promises'
import { faultKinds } from '../test/e2e/faults/support/fault-kinds.ts'
import { readTriedFaults } from '../test/e2e/faults/support/chains/note-fault.ts'
import { replaceFaultTable } from './docs/fault-table.ts'

// Writes what the fault tests tried when they last ran here into the table of docs/reliability.md.
const file = 'docs/reliability.md'
const tried = await readTriedFaults()
await writeFile(file, replaceFaultTable(await readFile(file, 'utf8'), faultKinds, tried))
console.log(`${file}: ${tried.length} rows from the tests`)
