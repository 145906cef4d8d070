import { randomInt } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { execa } from 'execa'

// Tests that draw lots, count, or measure growth, at greater lengths than CI plays. What the environment says comes first.
const long = {
  SIM_SEEDS: '2000',
  RANDOM_SEQUENCES: '200',
  EMBEDDED_KILLS: '50',
  DATABASE_RESTARTS: '4',
  PROPERTY_RUNS: '500',
  FOREIGN_SECONDS: '20',
}
const soak = {
  SIM_SEEDS: '20000',
  RANDOM_SEQUENCES: '1000',
  HTTP_FAULTS: 'each',
  KILLS_PER_SITE: '10',
  KILL_AT_READS: '1',
  KILL_LONG_WAY: 'each',
  EMBEDDED_KILLS: '500',
  DATABASE_RESTARTS: '50',
  PROPERTY_RUNS: '5000',
  MANY_WORKERS: '2,8',
  MANY_ISSUES: '200',
  MANY_KILLS: '2',
}
const isSoak = process.argv[2] === 'soak'
const lengths: Readonly<Record<string, string>> = isSoak ? soak : long
const propertyTests: string[] = []
for await (const file of glob('test/**/*.test.ts')) {
  if ((await readFile(file, 'utf8')).includes("/support/property.ts'")) propertyTests.push(file)
}
const tests = [
  ...propertyTests,
  'test/long',
  'test/simulation',
  'test/e2e/random-people.test.ts',
  'test/e2e/faults/database.test.ts',
  ...(isSoak ? ['test/e2e/faults', 'test/e2e/many-workers.test.ts', 'test/e2e/workers.test.ts'] : []),
]
const draw = () => String(randomInt(2 ** 31))
const env: NodeJS.ProcessEnv = { ...lengths, PROPERTY_SEED: draw(), FOREIGN_SEED: draw(), ...process.env }
console.log([...Object.keys(lengths), 'PROPERTY_SEED', 'FOREIGN_SEED'].map((name) => `${name}=${env[name]}`).join(' '))
const args = ['run', '--testTimeout', '7200000', ...tests]
const { exitCode } = await execa('vitest', args, { env, preferLocal: true, stdio: 'inherit', reject: false })
process.exitCode = exitCode ?? 1
