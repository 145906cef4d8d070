import { recordText } from '../language/message.ts'
import { cleanLine } from '../text/clean-text.ts'
import type { FailingRun } from './read/analysis-request.ts'

export interface EnvironmentFault {
  /** What the machine lacks or refuses, in words. */
  what: string
  /** 0 to 1: how surely it is the machine and not the change. */
  weight: number
}

const signs: { pattern: RegExp; weight: number; what: (found: string) => string }[] = [
  {
    pattern: /(?:sh|bash|env|xargs)\S*: (?:line )?\d*:? ?'?([\w@./+-]{1,100})'?: (?:command )?not found/,
    weight: 1,
    what: (it) => recordText('the command {it} is not there', { it }),
  },
  {
    pattern: /env: [‘'"]?([\w@./+-]{1,100})[’'"]?: No such file/,
    weight: 1,
    what: (it) => recordText('the interpreter {it} is not there', { it }),
  },
  {
    pattern: /Cannot find (?:module|package) '((?!\.)[^'\n/][^'\n]{0,100})'(?: imported from|\n)/,
    weight: 0.9,
    what: (it) => recordText('the package {it} is not installed', { it }),
  },
  {
    pattern: /No module named '?([\w.]{1,100})'?/,
    weight: 0.5,
    what: (it) => recordText('the Python module {it} is not there', { it }),
  },
  {
    pattern: /no required module provides package ([\w./-]{1,100})/,
    weight: 0.8,
    what: (it) => recordText('the Go package {it} is not there', { it }),
  },
  {
    pattern: /EADDRINUSE[^\n]{0,60}?((?:\d{1,3}(?:\.\d{1,3}){3}|:::?|localhost)?:?\d{2,5})/,
    weight: 0.9,
    what: (it) => recordText('the address {it} is in use', { it }),
  },
  {
    pattern: /(?:ECONNREFUSED|EAI_AGAIN|ENOTFOUND|Temporary failure in name resolution)\s?([\w.:-]{0,60})/,
    weight: 0.8,
    what: (it) => recordText("the network doesn't reach {it}", { it: it === '' ? recordText('a server') : it }),
  },
  {
    pattern: /(?:EACCES|EPERM)[^\n]{0,40}?'([^'\n]{1,200})'/,
    weight: 0.6,
    what: (it) => recordText('access to {it} is refused', { it }),
  },
  {
    pattern: /([\w@./+-]{1,200}): Permission denied/,
    weight: 0.7,
    what: (it) => recordText('access to {it} is refused', { it }),
  },
  {
    pattern: /ENOSPC()|No space left on device()/,
    weight: 1,
    what: () => recordText('there is no space left on the device'),
  },
  {
    pattern: /(?:JavaScript heap )?out of memory()|MemoryError()/,
    weight: 0.5,
    what: () => recordText('memory runs out'),
  },
  {
    pattern: /ENOENT: no such file or directory, \w+ '([^'\n]{1,200})'/,
    weight: 0.4,
    what: (it) => recordText('the file {it} is not there', { it }),
  },
]

/** What in a run speaks of the machine, and not of the code. Exit codes are a shell's: 127 not found, 126 not executable. */
export function findEnvironmentFault({ exitCode, output, report }: FailingRun): EnvironmentFault | undefined {
  const said = report?.tests.flatMap(({ status, message, stack }) =>
    status === 'failed' ? [message ?? '', stack ?? ''] : [],
  )
  const text = `${(said ?? []).join('\n').slice(0, 20_000)}\n${output.slice(-20_000)}`
  for (const { pattern, weight, what } of signs) {
    const found = pattern.exec(text)
    if (found !== null) return { what: cleanLine(what(found[1] ?? ''), 200), weight }
  }
  if (exitCode === 127) return { what: recordText('a command that it starts is not there'), weight: 1 }
  if (exitCode === 126) return { what: recordText('a command that it starts may not be executed'), weight: 0.9 }
  if (exitCode === 137) return { what: recordText('the process was killed, as where memory runs out'), weight: 0.6 }
  return undefined
}
