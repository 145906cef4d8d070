import { expect, test } from 'vitest'
import { linearGrowth } from '../measure-growth.ts'
import { findWorstGrowth } from './find-worst-growth.ts'
import { foreignParsers } from './registry.ts'
import { closeOver, listSources, readSource } from './source-closure.ts'

/** Sources that read something, but no text of others in the server. */
const own: Readonly<Record<string, string>> = {
  'adapters/github/client/limits/call-site.ts': 'makes an expression of a known route',
  'adapters/postgres/embedded/lock-folder.ts': 'a lock file in its own folder',
  'adapters/workspace/reports/formats/without-dir.ts': 'makes an expression of the work tree’s own folder',
  'application/doctor/examine-strays.ts': 'state whose commit was checked, or said to be foreign',
  'application/perform/repair-work.ts': 'state whose commit was checked',
  'application/bundle/load-plan-state.ts': 'state whose commit was checked',
  'application/state/loop-rebuild/rebuild-skill-state.ts':
    'state whose commit was checked; its pages are in the registry',
  'application/state/state-files.ts': 'state whose commit was checked',
  'application/bundle/read-archive.ts': 'read by who verifies, in a process of their own',
  'entrypoints/commands/setup.ts': 'what GitHub answers to who sets it up',
  'entrypoints/intake/intake.ts': 'JSON of a body that GitHub signed; what it holds is in the registry',
  'entrypoints/commands/read/parse-issue-number.ts': 'an argument of the command line',
  'entrypoints/intake/read-delivery.ts': 'JSON of a body that was stored',
  'views/status/needs-you.ts': 'makes an expression of its own words',
  'views/check/verdict-file.ts': 'writes YAML and reads none',
}

/** A parsing library, JSON, or an expression made of text. */
const parses =
  /from '(?:re2js|yaml|diff|saxes|tap-parser|markdown-it|ajv[^']*|tar-stream)'|JSON\.parse\(|new RegExp\(|RE2JS\.compile/
const named = /(?:^|\/)(?:parse)-[^/]+\.ts$/

function listParsers(): string[] {
  return listSources().filter(
    (path) => !path.startsWith('sandbox/') && (named.test(path) || parses.test(readSource(path))),
  )
}

test('every parser of foreign text is in the registry, or is said to read nothing of others', () => {
  const played = closeOver(foreignParsers.flatMap(({ modules }) => modules))

  expect(listParsers().filter((path) => !played.has(path) && !(path in own))).toEqual([])
})

test('what is said to read nothing of others is there', () => {
  expect(Object.keys(own).filter((path) => !listParsers().includes(path))).toEqual([])
})

test.each(foreignParsers)('$name: a few repetitions take linear time', { retry: 1 }, (parser) => {
  const worst = findWorstGrowth(parser, 15, 1)

  expect(worst.times, worst.label).toBeLessThan(linearGrowth)
})
