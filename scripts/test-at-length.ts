import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { faultKinds } from '../test/e2e/faults/support/fault-kinds.ts'
import { replaceFaultTable } from './docs/fault-table.ts'
import { parseLongRun, renderLongRun, replaceLongRun } from './docs/long-run.ts'

// `npm run test:long [soak] [-- --write]`: every test, at the lengths that `npm test` cuts. What the environment says comes first.
const long = {
  SIM_SEEDS: '2000',
  RANDOM_SEQUENCES: '200',
  PROPERTY_RUNS: '500',
  FOREIGN_SECONDS: '20',
  DEFECTS: 'all',
  KILL_MOMENTS: 'each',
  KILL_AT_READS: '1',
  COMMIT_KILLS: '8',
  HTTP_FAULTS: 'each',
  WEBHOOK_ORDERS: '720',
  EMBEDDED_KILLS: '50',
  POWER_CUTS: 'each',
  POWER_WEBHOOKS: '160',
  DATABASE_RESTARTS: '4',
  SEEDED_BUGS: 'all',
  WRITTEN_ISSUES: 'all',
  REPOSITORY_RULES: 'all',
  REPOSITORY_FILES: '100001',
  MANY_ISSUES: '16',
  REAL_AGENTS: 'all',
  INJECTIONS: 'all',
  EVAL_CASES: 'all',
  PATIENCE: '10',
}
const soak = {
  ...long,
  SIM_SEEDS: '20000',
  RANDOM_SEQUENCES: '1000',
  PROPERTY_RUNS: '5000',
  KILLS_PER_SITE: '10',
  EMBEDDED_KILLS: '500',
  DATABASE_RESTARTS: '50',
  MANY_WORKERS: '2,8',
  MANY_ISSUES: '200',
  MANY_KILLS: '2',
}

const given = process.argv.slice(2)
const isSoak = given.includes('soak')
const isToWrite = given.includes('--write')
/** Files, and what else vitest is told. */
const others = given.filter((one) => one !== 'soak' && one !== '--write')
const page = 'docs/reliability.md'
if (isToWrite && others.length > 0) throw new Error(`${page} tells of all tests: --write goes with no others`)

const dir = await mkdtemp(join(tmpdir(), 'countersign-long-'))
process.env['FAULT_RESULTS'] ??= join(dir, 'faults')
const draw = () => String(randomInt(2 ** 31))
const lengths: Record<string, string> = { ...(isSoak ? soak : long), PROPERTY_SEED: draw(), FOREIGN_SEED: draw() }
for (const name of Object.keys(lengths)) lengths[name] = process.env[name] ?? lengths[name] ?? ''
console.log(renderLengths(lengths))

const results = join(dir, 'results.json')
const args = ['run', '--testTimeout', '7200000', '--reporter', 'default', '--reporter', 'json', '--outputFile', results]
const { exitCode, signal } = await execa('vitest', [...args, ...others], {
  env: { ...process.env, ...lengths },
  preferLocal: true,
  stdio: 'inherit',
  reject: false,
})
process.exitCode = exitCode ?? 1

const report = await readFile(results, 'utf8').catch(() => {
  const how = signal === undefined ? `with exit code ${exitCode}` : `by ${signal}`
  throw new Error(`vitest was ended ${how} before it wrote what came of the tests; nothing was written`)
})
const run = parseLongRun(JSON.parse(report), {
  endedMs: Date.now(),
  command: isSoak ? 'npm run test:soak' : 'npm run test:long',
  cores: availableParallelism(),
  lengths,
})
console.log(`\n${renderLongRun(run)}`)
if (isToWrite) {
  // Loaded only now: it reads from the folder that was named above.
  const { readTriedFaults } = await import('../test/e2e/faults/support/chains/note-fault.ts')
  const text = replaceFaultTable(await readFile(page, 'utf8'), faultKinds, await readTriedFaults())
  await writeFile(page, replaceLongRun(text, run))
  console.log(`${page} says so`)
}

function renderLengths(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}
