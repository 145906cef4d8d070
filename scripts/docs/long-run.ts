import { z } from 'zod'

const start = '<!-- last long run: written by `npm run test:long -- --write` -->'
const end = '<!-- end of the last long run -->'

/** As vitest's JSON reporter has it. */
const ResultsSchema = z.object({
  startTime: z.number(),
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string() })),
})

interface Circumstances {
  endedMs: number
  command: string
  cores: number
  /** What the environment said, by name: how much was played, and the seeds of what is drawn by lot. */
  lengths: Readonly<Record<string, string>>
}

/** What came of running all tests at length. */
export interface LongRun extends Circumstances {
  startedMs: number
  tests: number
  passed: number
  failed: number
  files: number
  /** Files of which a test failed, or that could not be loaded. */
  failedFiles: number
}

export function parseLongRun(results: unknown, circumstances: Circumstances): LongRun {
  const { startTime, numTotalTests, numPassedTests, numFailedTests, testResults } = ResultsSchema.parse(results)
  return {
    ...circumstances,
    startedMs: startTime,
    tests: numTotalTests,
    passed: numPassedTests,
    failed: numFailedTests,
    files: testResults.length,
    failedFiles: testResults.filter(({ status }) => status !== 'passed').length,
  }
}

/** In two sentences, for the page and for whoever waited for it. */
export function renderLongRun(run: LongRun): string {
  const { startedMs, endedMs, command, cores, tests, passed, failed, files, failedFiles, lengths } = run
  const day = new Date(startedMs).toISOString().slice(0, 10)
  const minutes = Math.max(1, Math.round((endedMs - startedMs) / 60_000))
  const others = tests - passed - failed
  const outcome = [
    `${passed.toLocaleString('en')} passed`,
    failedFiles > 0 ? `${failed.toLocaleString('en')} failed in ${failedFiles} files` : 'none failed',
    ...(others > 0 ? [`${others.toLocaleString('en')} were not run here`] : []),
  ].join(', ')
  const played = Object.entries(lengths).map(([name, value]) => `\`${name}=${value}\``)
  return [
    `On ${day} \`${command}\` ran ${tests.toLocaleString('en')} tests in ${files} files, in ${minutes} minutes on ${cores} cores: ${outcome}.`,
    `It played ${played.join(' ')}.`,
  ].join(' ')
}

/** The page with this run in place of the one before. */
export function replaceLongRun(page: string, run: LongRun): string {
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the markers of the last long run are gone')
  return `${page.slice(0, from + start.length)}\n${renderLongRun(run)}\n${page.slice(to)}`
}
