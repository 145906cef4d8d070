import { expect, test } from 'vitest'
import { benches } from '../../bench/registry.ts'
import { runProgram } from './support/run-program.ts'

test('an unknown bench is an error that names those there are', async () => {
  const { exitCode, stdout, stderr } = await runProgram(['call'], 30_000)

  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/^bench: There is no bench named call\. There are calls, commits, /)
})

test('the help text lists each bench with what it measures', async () => {
  const { exitCode, stdout } = await runProgram(['--help'], 30_000)

  expect(exitCode).toBe(0)
  for (const { name, title } of benches) expect(stdout).toMatch(new RegExp(`^  ${name} +${title}$`, 'm'))
})
