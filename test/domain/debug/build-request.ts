import type { AnalysisRequest } from '../../../src/domain/debug/read/analysis-request.ts'
import type { ChangedFile, Hunk } from '../../../src/domain/debug/read/parse-change.ts'
import type { TestCase } from '../../../src/domain/loop/tests/test-report.ts'

/** A hunk at a line, which replaces lines by others. */
export function buildHunk(parts: { path?: string; at?: number; removed?: string[]; added?: string[] } = {}): Hunk {
  const { path = 'src/a.js', at = 10, removed = ['old()'], added = ['now()'] } = parts
  const number = (text: string, index: number) => ({ line: at + index, text })
  return {
    path,
    oldStart: at,
    oldLines: removed.length,
    newStart: at,
    newLines: added.length,
    removed: removed.map(number),
    added: added.map(number),
    from: at,
    to: at + Math.max(0, added.length - 1),
    undo: `undo ${path}:${at}`,
  }
}

export function buildChange(...hunks: Hunk[]): ChangedFile[] {
  const paths = [...new Set(hunks.map(({ path }) => path))]
  return paths.map((path) => ({
    path,
    previousPath: null,
    status: 'modified',
    hunks: hunks.filter((hunk) => hunk.path === path),
    undo: `undo ${path}`,
  }))
}

export function buildFailure(parts: Partial<TestCase> = {}): TestCase {
  return {
    suite: '',
    name: 'adds up',
    status: 'failed',
    duration_ms: 1,
    message: '1 !== 2',
    stack: null,
    file: 'test/a.test.js',
    line: 3,
    ...parts,
  }
}

export function buildRequest(parts: Partial<AnalysisRequest> & { tests?: TestCase[] } = {}): AnalysisRequest {
  const { tests = [buildFailure()], ...rest } = parts
  const failed = tests.filter(({ status }) => status === 'failed').length
  const totals = { passed: tests.length - failed, failed, skipped: 0, duration_ms: 1 }
  return {
    run: {
      command: 'node --test',
      exitCode: 1,
      timedOut: false,
      output: '',
      report: { tests, totals, coverage: null },
    },
    change: [],
    inputs: [],
    commits: [],
    reruns: [],
    sources: [],
    ...rest,
  }
}
