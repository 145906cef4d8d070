import { expect, test } from 'vitest'
import { linearGrowth } from '../measure/measure-growth.ts'
import { findWorstGrowth } from './find-worst-growth.ts'
import { foreignParsers } from './registry.ts'
import { closeOver, listSources, readSource } from './source-closure.ts'

/** Sources that read something, but no text of others in the server. */
const own: Readonly<Record<string, string>> = {
  'adapters/github/client/limits/call-site.ts': 'makes an expression of a known route',
  'adapters/queue/embedded/lock-database.ts': 'a lock file in its own folder',
  'adapters/workspace/reports/formats/without-dir.ts': 'makes an expression of the work tree’s own folder',
  'domain/text/parse-json.ts': 'JSON; who calls it is listed',
  'application/doctor/examine-strays.ts': 'state whose commit was checked, or said to be foreign',
  'application/perform/repair-work.ts': 'state whose commit was checked',
  'application/bundle/load-plan-state.ts': 'state whose commit was checked',
  'application/state/loop-rebuild/rebuild-skill-state.ts':
    'state whose commit was checked; its pages are in the registry',
  'application/state/loop-rebuild/find-loops.ts': 'state whose commit was checked',
  'application/state/loop-rebuild/rebuild-loop.ts': 'state whose commit was checked',
  'application/state/state-files.ts': 'state whose commit was checked',
  'application/state/seal-order.ts': 'an order whose signature was checked',
  'application/bundle/read-archive.ts': 'read by who verifies, in a process of their own',
  'application/bundle/verify/check-attestation.ts': 'read by who verifies, once its signature was checked',
  'application/bundle/export/attest-draft.ts': 'JSON of a draft that only writers of the repository can change',
  'application/status/list-audit.ts': 'read by who audits, in a process of their own',
  'adapters/attestation/check-sigstore-bundle.ts': 'read by who verifies, in a process of their own',
  'adapters/attestation/read-trusted-roots.ts': 'a file of who verifies',
  'entrypoints/commands/setup.ts': 'what GitHub answers to who sets it up',
  'entrypoints/intake/intake.ts': 'JSON of a body that GitHub signed; what it holds is in the registry',
  'entrypoints/program/parse-arguments.ts': 'arguments of the command line',
  'entrypoints/commands/read/parse-issue-number.ts': 'an argument of the command line',
  'entrypoints/action/modes/run-verify.ts': 'a report of our own',
  'entrypoints/demo/agents/scripted-model.ts': 'what the demo asks its own model',
  'entrypoints/demo/look.ts': 'state of the demo’s own repository',
  'entrypoints/demo/release.ts': 'a release of the demo’s own repository',
  'entrypoints/intake/read-delivery.ts': 'JSON of a body that was stored',
  'entrypoints/job/read-event.ts': 'JSON that GitHub wrote down for the job; what it holds is in the registry',
  'entrypoints/job/task/fetch-brief.ts': 'what the bot wrote, in a job of its own; its order names the hash',
  'entrypoints/job/task/run-task.ts': 'an order that the job before has checked',
  'entrypoints/settings/parse-settings.ts': 'the environment of who starts it',
  'entrypoints/agents/read-recipes.ts': 'a file of the operator',
  'entrypoints/models/read-model-options.ts': 'a file of the operator',
  'entrypoints/server/open-limit-file.ts': 'a file in its own folder',
  'adapters/models/ledger/sqlite-ledger.ts': 'rows that it wrote itself',
  'adapters/workspace/programs/launch-program.ts': 'the order of the server that starts it',
  'views/status/needs-you.ts': 'makes an expression of its own words',
  'views/language/translate.ts': 'texts of records, at most 4,000 characters; its own test measures it',
  'domain/work/plan-life/issue-text.ts': 'compares the lines of two texts of an issue, and no more than so many edits',
  'views/dashboard/node/version-diff.ts': 'compares texts of a set size, and no more than so many edits',
  'entrypoints/demo/tuning/tuning-story.ts': 'what the bot of the demo says',
  'domain/tuning/thread/draft-mending.ts': 'differences of a skill and its own patch, with a time limit',
  'domain/tuning/orchestrate/tuning-run.ts': 'differences of a skill and its own patch, with a time limit',
  'domain/tuning/mend/mend-dataflow.ts': 'makes an expression of the name of a field',
  'domain/tuning/mend/mend-tokens.ts': 'makes an expression of the name of a field',
  'domain/tuning/mend/mend-memory.ts': 'makes an expression of the name of a field',
  'views/check/verdict-file.ts': 'writes YAML and reads none',
}

/** Sources that hand text of others to `JSON.parse` whole, at most a set size of it, and check the answer by a schema. */
const onlyJson: Readonly<Record<string, string>> = {
  'adapters/agents/acp/message-stream.ts': 'a line of an agent',
  'adapters/github/jobs/read-task-result.ts':
    'what the job of a task handed back, at most 5 MB; files are unpacked to 100 MB',
  'domain/onboarding/propose-configuration.ts': '`package.json` of at most 200 kB; of a Makefile its lines',
  'adapters/models/gateway/forward-answer.ts': 'the answer of a provider; what it holds is in the registry',
  'adapters/models/gateway/handle-count.ts': 'a number of tokens',
}

/** A parsing library, JSON, or an expression made of text. */
const parses =
  /from '(?:re2js|yaml|diff|saxes|tap-parser|markdown-it|ajv[^']*|tar-stream|fflate)'|JSON\.parse\(|parseJson\(|new RegExp\(|RE2JS\.compile/
const named = /(?:^|\/)(?:parse)-[^/]+\.ts$/

function listParsers(): string[] {
  return listSources().filter(
    (path) => !path.startsWith('sandbox/') && (named.test(path) || parses.test(readSource(path))),
  )
}

test('every parser of foreign text is in the registry, or is said to read nothing of others', () => {
  const played = closeOver(foreignParsers.flatMap(({ modules }) => modules))

  expect(listParsers().filter((path) => !played.has(path) && !(path in own) && !(path in onlyJson))).toEqual([])
})

test('what is said to stand outside of the registry is there', () => {
  const parsers = new Set(listParsers())

  expect(Object.keys({ ...own, ...onlyJson }).filter((path) => !parsers.has(path))).toEqual([])
})

test.each(foreignParsers)('$name: a few repetitions take linear time', { retry: 1 }, (parser) => {
  const worst = findWorstGrowth(parser, 6, 1)

  expect(worst.times, worst.label).toBeLessThan(linearGrowth)
})
