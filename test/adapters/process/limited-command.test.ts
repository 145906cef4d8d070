import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { limitedCommand } from '../../../src/adapters/process/limited-command.ts'

test('every limit is set, and the program is given its arguments as they are', () => {
  const limits = { memoryKiB: 4_000_000, cpuSeconds: 300, coreBlocks: 0, fileBlocks: 0 }
  const shell = 'ulimit -v; ulimit -t; ulimit -c; ulimit -f; printf %s "$1"'
  const [program, args] = limitedCommand(limits, ['/bin/sh', '-c', shell, 'sh', 'a  "$b"'])

  const said = execFileSync(program, args, { encoding: 'utf8' })

  expect(said.split('\n')).toEqual(['4000000', '300', '0', '0', 'a  "$b"'])
})

test('where there is no shell, there are no limits', () => {
  expect(limitedCommand({ cpuSeconds: 1 }, ['git', 'apply'], 'win32')).toEqual(['git', ['apply']])
})
