import { execa } from 'execa'

// The tests that draw lots or count, at length: an hour or two. What the environment says comes first.
const lengths = {
  SIM_SEEDS: '20000',
  RANDOM_SEQUENCES: '1000',
  HTTP_FAULTS: 'each',
  KILLS_PER_SITE: '10',
  KILL_AT_READS: '1',
  KILL_LONG_WAY: 'each',
  EMBEDDED_KILLS: '500',
  DATABASE_RESTARTS: '50',
  MANY_WORKERS: '2,8',
  MANY_ISSUES: '200',
  MANY_KILLS: '2',
}
const tests = [
  'test/simulation/simulation.test.ts',
  'test/e2e/random-people.test.ts',
  'test/e2e/faults',
  'test/e2e/many-workers.test.ts',
  'test/e2e/workers.test.ts',
]
const env = { ...lengths, ...process.env }
console.log(
  Object.keys(lengths)
    .map((name) => `${name}=${env[name as keyof typeof lengths]}`)
    .join(' '),
)
const args = ['run', '--testTimeout', '7200000', ...tests]
const { exitCode } = await execa('vitest', args, { env, preferLocal: true, stdio: 'inherit', reject: false })
process.exitCode = exitCode ?? 1
