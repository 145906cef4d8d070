import { expect, test } from 'vitest'
import { refuseLongBody, refuseLongStored, refuseManyBytes } from '../../src/handler/validation-failed.ts'

const rainbow = '🌈'

test.each<[string, (text: string) => void, string, string]>([
  [
    'an issue or comment: 262,144 bytes',
    (text) => refuseLongStored('IssueComment', 'data', text),
    'a'.repeat(262_144),
    'a',
  ],
  [
    'the same in characters of four bytes',
    (text) => refuseLongStored('Issue', 'body', text),
    rainbow.repeat(65_536),
    'a',
  ],
  ['a pull request: 65,536 characters', (text) => refuseLongBody('PullRequest', text), rainbow.repeat(65_536), 'a'],
  ['output of a check run: bytes', (text) => refuseManyBytes('CheckRun', 'text', text, 6), '文字', 'a'],
])('%s is taken, one more is not', (_, refuse, fits, more) => {
  expect(() => refuse(fits)).not.toThrow()
  expect(() => refuse(fits + more)).toThrow('Validation Failed')
})
