import { expect, test } from 'vitest'
import { benches } from '../../../bench/registry.ts'
import { runProgram } from '../../bench/support/run-program.ts'
import type { Figure } from '../../../bench/bench.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

/** They start several servers or a browser, wait for a lease to end, or take twenty seconds; `npm run test:long` runs them too. */
const longer = new Set(['intake', 'pause', 'recovery', 'throughput', 'soak', 'footprint', 'dashboard', 'loop'])
const limitMs = patienceMs(220_000)

test('benches come to figures in their smallest size', async () => {
  const names = benches.map(({ name }) => name).filter((name) => !longer.has(name))

  const { exitCode, stdout, stderr } = await runProgram([...names, '--size', 'small', '--json'], limitMs)

  expect(exitCode, stderr).toBe(0)
  expect([...new Set((JSON.parse(stdout) as Figure[]).map((figure) => figure.bench))]).toEqual(names)
})
