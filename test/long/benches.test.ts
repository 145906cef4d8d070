import { expect, test } from 'vitest'
import { benches } from '../../bench/registry.ts'
import { runProgram } from '../bench/support/run-program.ts'
import type { Figure } from '../../bench/bench.ts'

/** As much as a bench in its smallest size takes on a slow and busy machine; what takes longer hangs. */
const longestMs = 600_000

test.each(benches.map(({ name }) => name))(
  'the bench %s comes to figures in its smallest size',
  { timeout: longestMs + 30_000 },
  async (name) => {
    const { exitCode, stdout, stderr } = await runProgram([name, '--size', 'small', '--json'], longestMs)

    expect(exitCode, stderr).toBe(0)
    expect((JSON.parse(stdout) as Figure[]).map((figure) => figure.bench)).toContain(name)
  },
)
