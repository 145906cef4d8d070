import { excerptFailure } from '../../../src/adapters/agents/excerpt-failure.ts'
import { lastLines } from '../../../src/adapters/agents/last-lines.ts'
import { parseContent } from '../../../src/adapters/agents/rules/parse-content.ts'
import { parseBatch } from '../../../src/adapters/git/parse-batch.ts'
import { ReportedCoverage } from '../../../src/adapters/workspace/reports/formats/coverage.ts'
import { OutputReport } from '../../../src/adapters/workspace/reports/output-report.ts'
import { readGoTest } from '../../../src/adapters/workspace/reports/formats/read-go-test.ts'
import { readJestFile } from '../../../src/adapters/workspace/reports/formats/read-jest.ts'
import { readLcov } from '../../../src/adapters/workspace/reports/formats/read-lcov.ts'
import { readNodeSpec } from '../../../src/adapters/workspace/reports/formats/read-node-spec.ts'
import { readXml } from '../../../src/adapters/workspace/reports/formats/read-xml.ts'
import { type ChunkReader, splitLines } from '../../../src/adapters/workspace/reports/formats/report-reader.ts'
import { findConflictMarks } from '../../../src/domain/content/find-conflict-marks.ts'
import { shortenOutput } from '../../../src/domain/content/output-block.ts'
import { findEnvironmentFault } from '../../../src/domain/debug/find-environment-fault.ts'
import { findFrames } from '../../../src/domain/debug/read/find-frames.ts'
import { findLinks } from '../../../src/domain/debug/read/find-links.ts'
import { judgeEdit } from '../../../src/domain/debug/judge-edit.ts'
import { matchSymptoms } from '../../../src/domain/debug/match-symptoms.ts'
import { outlineSource } from '../../../src/domain/debug/read/outline-source.ts'
import { parseChange } from '../../../src/domain/debug/read/parse-change.ts'
import { readWords } from '../../../src/domain/debug/read/read-words.ts'
import { findBinaryPatch } from '../../../src/domain/text/find-binary-patch.ts'
import { TestCollection } from '../../../src/domain/loop/tests/test-collection.ts'
import { workPaths } from '../../../src/domain/plan/work-paths.ts'
import type { ForeignParser } from './foreign-parser.ts'

const tap = [
  'ok 1 - a\n',
  'not ok 2\n',
  '1..2\n',
  '# Subtest: a\n',
  '  ---\n',
  '  ...\n',
  '  message: ',
  '  - ',
  'TAP version 14\n',
  'Bail out!',
  '{\n',
  '}\n',
  '# SKIP',
]
const xml = [
  '<testsuite>',
  '</testsuite>',
  '<testcase name="a">',
  '</testcase>',
  '<failure>',
  '<!DOCTYPE a [',
  '<!ENTITY a "b">',
  '&a;',
  '&lt;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?x',
  '?>',
  ' a="b"',
  '<coverage>',
  '<line hits="0"/>',
]
const json = [
  '{"a":',
  '[',
  '"',
  ',',
  'null',
  '}',
  ']',
  '{"testResults":[',
  '{"Action":"fail","Test":"a","Package":"b"}\n',
  '"assertionResults"',
  '{"Action":"output","Output":"x"}\n',
]
const lcov = ['SF:a\n', 'DA:1,0\n', 'LF:1\n', 'LH:0\n', 'end_of_record\n']
const spec = [
  '✔ a (1ms)\n',
  '✖ b (1ms)\n',
  '▶ s\n',
  'ℹ tests 1\n',
  'ℹ fail 1\n',
  '✖ failing tests:\n',
  'test at a.js:1:1\n',
]
const traces = [
  '    at f (a.js:1:2)\n',
  'File "a.py", line 1, in f\n',
  'Traceback (most recent call last):\n',
  'a.go:1',
  'goroutine 1',
  'Error: ',
  'expected 1 to be 2',
  'AssertionError: 1 !== 2',
  'node:internal',
  'at ',
]
const sources = [
  'function f() {\n',
  '}\n',
  'def f():\n',
  '    return 1\n',
  'class A {',
  'test("a", () => {\n',
  "it('b'",
  'import ',
  'from "./a"',
  '/*',
  '*/',
  '//',
  '"""',
  'require("a")',
  'export const a = ',
  '`${',
]
const diffs = [
  'diff --git a/f b/f\n',
  '--- a/f\n',
  '+++ b/f\n',
  '@@ -1 +1 @@\n',
  '@@ -1,9999 +1,9999 @@\n',
  '-a\n',
  '+b\n',
  ' c\n',
  'rename from a\n',
  'rename to b\n',
  'GIT binary patch\n',
  '\\ No newline at end of file\n',
  'new file mode 100644\n',
  'Binary files a and b differ\n',
  'index 1..2\n',
]

function readAll(reader: ChunkReader, text: string): void {
  reader.write(text)
  reader.end()
}

function file(path: string): (text: string) => unknown {
  return (text) => parseContent({ path, bytes: Buffer.from(text) })
}

function readFailure(text: string) {
  return { name: 'a', place: null, text, frames: [], body: null }
}

/** What reads the output of commands, their reports, sources and diffs. */
export const machineParsers: ForeignParser[] = [
  {
    name: 'output of a command',
    modules: ['adapters/workspace/reports/output-report.ts'],
    pieces: [...tap, ...json, ...spec],
    read(text) {
      const output = new OutputReport()
      output.push(Buffer.from(text))
      output.end()
    },
  },
  {
    name: 'TAP',
    modules: ['adapters/workspace/reports/output-report.ts'],
    pieces: [...tap, 'a: ', '&a ', '*a', '[', '{', '|\n', '? '],
    read(text) {
      const output = new OutputReport()
      output.push(
        Buffer.from(`TAP version 14\nnot ok 1\n  ---\n  a: ${text.replaceAll('\n', '\n  ')}\n  ...\n${text}\n1..1\n`),
      )
      output.end()
    },
  },
  {
    name: 'JUnit and Cobertura',
    modules: ['adapters/workspace/reports/formats/read-xml.ts'],
    pieces: xml,
    read: (text) => readAll(readXml('a.xml', new TestCollection(), new ReportedCoverage()), `<testsuite>${text}`),
  },
  {
    name: 'Jest',
    modules: ['adapters/workspace/reports/formats/read-jest.ts'],
    pieces: json,
    read: (text) => readAll(readJestFile('a.json', new TestCollection()), text),
  },
  {
    name: 'go test',
    modules: ['adapters/workspace/reports/formats/read-go-test.ts'],
    pieces: json,
    read: (text) => readAll(splitLines([readGoTest(new TestCollection())]), text),
  },
  {
    name: 'lcov',
    modules: ['adapters/workspace/reports/formats/read-lcov.ts'],
    pieces: lcov,
    read: (text) => readAll(splitLines([readLcov('a.info', new ReportedCoverage())]), text),
  },
  {
    name: 'node --test',
    modules: ['adapters/workspace/reports/formats/read-node-spec.ts'],
    pieces: spec,
    read: (text) => readAll(splitLines([readNodeSpec(new TestCollection())]), text),
  },
  {
    name: 'end of an output',
    modules: ['adapters/agents/last-lines.ts'],
    pieces: ['\u001B[31m', '\u001B]0;', '\u0007', '\r'],
    read: (text) => lastLines(text, 20, 2_000),
  },
  { name: 'stack traces', modules: ['domain/debug/read/find-frames.ts'], pieces: traces, read: findFrames },
  {
    name: 'words of a failure',
    modules: ['domain/debug/read/read-words.ts'],
    pieces: traces,
    read: (text) => readWords(readFailure(text), [{ path: 'a.js', text }]),
  },
  {
    name: 'what a failed command printed',
    modules: ['adapters/agents/excerpt-failure.ts'],
    pieces: [...traces, 'node:assert:1\n', '    throw new Error(a)\n', '    ^\n', ' [CODE]:', '\r'],
    read: (text) => excerptFailure(text, 20, 1_000),
  },
  {
    name: 'output quoted as evidence',
    modules: ['domain/content/output-block.ts'],
    pieces: ['    ', '\n', 'a', '…'],
    read: shortenOutput,
  },
  {
    name: 'a merge that nobody settled',
    modules: ['domain/content/find-conflict-marks.ts'],
    pieces: ['<<<<<<< a\n', '=======\n', '>>>>>>> a\n', '```\n', '\r\n'],
    read: (text) => ['a.ts', 'a.md'].map((path) => findConflictMarks(path, text)),
  },
  {
    name: 'signs of the machine',
    modules: ['domain/debug/find-environment-fault.ts'],
    pieces: [...traces, 'sh: a: not found', 'EADDRINUSE', 'No module named '],
    read: (text) => findEnvironmentFault({ command: 'a', exitCode: 1, timedOut: false, output: text, report: null }),
  },
  {
    name: 'sources',
    modules: ['domain/debug/read/outline-source.ts'],
    pieces: sources,
    read: (text) => ['a.js', 'a.py', 'a.go', 'a.json'].map((path) => outlineSource({ path, text })),
  },
  {
    name: 'imports of a source',
    modules: ['domain/debug/read/find-links.ts'],
    pieces: sources,
    read: (text) => ['src/a.js', 'src/a.py', 'src/a.go'].map((path) => findLinks(path, text)),
  },
  {
    name: 'diff of a version',
    modules: ['domain/debug/read/parse-change.ts', 'domain/debug/judge-edit.ts', 'domain/debug/match-symptoms.ts'],
    pieces: diffs,
    read(text) {
      for (const hunk of parseChange(`diff --git a/f b/f\n--- a/f\n+++ b/f\n${text}`).flatMap(({ hunks }) => hunks)) {
        judgeEdit(hunk)
        matchSymptoms(hunk, readFailure('Promise'), false)
      }
    },
  },
  {
    name: 'diff of an issue',
    modules: ['domain/plan/work-paths.ts'],
    pieces: diffs,
    read: (text) => [workPaths([{ kind: 'diff', diff: text }]), findBinaryPatch(text)],
  },
  {
    name: 'blobs as git prints them',
    modules: ['adapters/git/parse-batch.ts'],
    pieces: [`${'1'.repeat(40)} blob 3\n`, `${'1'.repeat(40)} missing\n`],
    read: (text) => parseBatch(Buffer.from(text)),
  },
  // Read in a process that may die of it; what holds of small ones need not hold of large ones.
  {
    name: 'JSON of a deliverable',
    modules: ['adapters/agents/rules/answer-content.ts'],
    pieces: json,
    read: file('a.json'),
  },
  {
    name: 'text of a deliverable',
    modules: ['adapters/agents/rules/answer-content.ts'],
    pieces: [],
    read: file('a.md'),
  },
]
