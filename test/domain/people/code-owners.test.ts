import { expect, test } from 'vitest'
import { readCodeOwners } from '../../../src/domain/people/code-owners.ts'

const ownersOf = (text: string, ...paths: string[]) => paths.map((path) => readCodeOwners(text)(path).join(' '))

test.each([
  ['every path', '* @ada', ['a.ts', 'src/deep/b.ts'], ['ada', 'ada']],
  ['a kind of file at any depth', '*.js @js', ['x.js', 'a/b/x.js', 'x.jsx'], ['js', 'js', '']],
  ['a folder at the top alone', '/build/logs/ @doc', ['build/logs/a', 'x/build/logs/a'], ['doc', '']],
  ['what lies right in a folder', 'docs/* @doc', ['docs/a.md', 'docs/b/c.md'], ['doc', '']],
  ['a folder at any depth', 'apps/ @octo', ['apps/a', 'x/apps/y/z', 'apps'], ['octo', 'octo', '']],
  ['a folder at any depth by stars', '**/logs @octo', ['build/logs', 'logs/a', 'a/b/logs/c'], ['octo', 'octo', 'octo']],
  ['a path with a space', String.raw`/my\ docs/ @doc`, ['my docs/a'], ['doc']],
  ['teams, but no addresses of mail', '*.ts @acme/web docs@example.org', ['a.ts'], ['acme/web']],
  ['nothing by what GitHub skips', '![a-z].ts @no\n[ab].ts @no', ['a.ts'], ['']],
])('CODEOWNERS names owners of %s', (_what, text, paths, owners) => {
  expect(ownersOf(text, ...paths)).toEqual(owners)
})

test('the last line that matches counts, and one without owners takes a path out again', () => {
  const text = '# who\n* @ada # all\n/src/ @bo @cy\n\n/src/generated\n'

  expect(ownersOf(text, 'a', 'src/b', 'src/generated/c')).toEqual(['ada', 'bo cy', ''])
})
