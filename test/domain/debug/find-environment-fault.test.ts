import { expect, test } from 'vitest'
import { findEnvironmentFault } from '../../../src/domain/debug/find-environment-fault.ts'

const run = (output: string, exitCode: number | null = 1) =>
  findEnvironmentFault({ command: 'npm test', exitCode, timedOut: false, output, report: null })

test.each([
  ['sh: 1: vitest: not found', 'the command vitest is not there'],
  ['bash: line 1: go: command not found', 'the command go is not there'],
  ["env: 'ruby': No such file or directory", 'the interpreter ruby is not there'],
  ["Error: Cannot find module 'zod'\n", 'the package zod is not installed'],
  ["ModuleNotFoundError: No module named 'yaml'", 'the Python module yaml is not there'],
  ['Error: listen EADDRINUSE: address already in use 127.0.0.1:3000', 'the address 127.0.0.1:3000 is in use'],
  ['getaddrinfo EAI_AGAIN example.org', "the network doesn't reach example.org"],
  ["EACCES: permission denied, open '/etc/x'", 'access to /etc/x is refused'],
  ['./run.sh: Permission denied', 'access to ./run.sh is refused'],
  ["ENOENT: no such file or directory, open '/data/x'", 'the file /data/x is not there'],
  ['write ENOSPC', 'there is no space left on the device'],
])('%s', (output, what) => {
  expect(run(output)?.what).toBe(what)
})

test('exit codes of a shell', () => {
  expect(run('', 127)?.what).toBe('a command that it starts is not there')
  expect(run('', 126)?.what).toBe('a command that it starts may not be executed')
})

test('an assertion that fails, and a module of the repository, are no fault of the machine', () => {
  expect(run('AssertionError: 1 !== 2')).toBeUndefined()
  expect(run("Error: Cannot find module './cart.js'\n")).toBeUndefined()
})
