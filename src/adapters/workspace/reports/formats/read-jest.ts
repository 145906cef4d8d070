import { z } from 'zod'
import type { TestCollection } from '../../../../domain/loop/tests/test-collection.ts'
import type { TestStatus } from '../../../../domain/loop/tests/test-report.ts'
import { ReportFault } from './report-fault.ts'
import type { ChunkReader, LineReader } from './report-reader.ts'

const maxJsonLength = 32 * 1024 * 1024

const JestSchema = z.object({
  numTotalTests: z.number(),
  success: z.boolean().optional(),
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string().optional(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()).default([]),
          title: z.string(),
          status: z.string(),
          duration: z.number().nonnegative().nullish(),
          failureMessages: z.array(z.string()).nullish(),
          location: z.object({ line: z.number() }).nullish(),
        }),
      ),
    }),
  ),
})

/** The JSON of `jest --json` and `vitest --reporter=json`; other JSON is no report. */
export function readJestFile(path: string, tests: TestCollection): ChunkReader {
  let text = ''
  return {
    write(more) {
      text += more
      if (text.length > maxJsonLength) throw new ReportFault(path, null, `more than ${maxJsonLength} bytes of JSON`)
      return true
    },
    end: () => addJest(path, parseReportJson(path, text), tests),
  }
}

/** The same on a line of a command's output. */
export function readJestOutput(tests: TestCollection): LineReader {
  let seen = false
  let at = 0
  return {
    readLine(line) {
      at += 1
      if (!/^\{"num(?:Total|Failed|Passed)Test/.test(line)) return
      if (addJest('output', parseReportJson('output', line, at), tests)) seen = true
    },
    end: () => seen,
  }
}

function parseReportJson(path: string, text: string, line?: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ReportFault(path, line ?? Number(/\(line (\d+)/.exec(message)?.[1] ?? 1), `no JSON: ${message}`)
  }
}

function addJest(path: string, value: unknown, tests: TestCollection): boolean {
  if (typeof value !== 'object' || value === null || !('numTotalTests' in value)) return false
  const { success, data, error } = JestSchema.safeParse(value)
  if (!success) throw new ReportFault(path, null, z.prettifyError(error).replaceAll('\n', ' '))
  let failed = 0
  for (const file of data.testResults) {
    const before = failed
    for (const test of file.assertionResults) {
      const status = statusOfTest(test.status)
      if (status === 'failed') failed += 1
      const said = test.failureMessages?.join('\n') ?? ''
      tests.add({
        suite: test.ancestorTitles.join(' › '),
        name: test.title,
        status,
        duration_ms: test.duration ?? 0,
        message: status === 'failed' && said !== '' ? said : null,
        stack: status === 'failed' ? said : null,
        own: { file: file.name, line: test.location?.line ?? null },
      })
    }
    if (file.status !== 'failed' || failed > before) continue
    failed += 1
    const fault = { suite: '', status: 'failed' as const, duration_ms: 0, stack: file.message ?? null }
    const name = file.name.split('/').at(-1) ?? ''
    tests.add({ ...fault, name, message: file.message ?? null, own: { file: file.name, line: null } })
  }
  if (data.success === false && failed === 0 && data.numTotalTests > 0)
    tests.addFault('', 'the run', 'it failed outside of its tests')
  return true
}

function statusOfTest(status: string): TestStatus {
  if (status === 'passed') return 'passed'
  return ['skipped', 'pending', 'todo', 'disabled', 'focused'].includes(status) ? 'skipped' : 'failed'
}
