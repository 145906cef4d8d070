import { basename, dirname } from 'node:path'
import { Coverage } from '../../src/adapters/workspace/reports/coverage.ts'
import { readReportFile } from '../../src/adapters/workspace/reports/read-report-file.ts'
import { TestCollection } from '../../src/domain/test-collection.ts'
import { answerParent } from '../child.ts'

/** `watchHeap`: collects garbage all the time, so that what is in use is seen; the time means nothing then. */
export interface ReadQuestion {
  file: string
  watchHeap: boolean
}

export interface ReadAnswer {
  ms: number
  /** Most that was in use above what was before; 0 where it wasn't watched. */
  heapBytes: number
  /** Most that the process ever held, by the kernel's count. */
  peakRssBytes: number
  tests: number
}

const lookEveryMs = 20

async function answer({ file, watchHeap }: ReadQuestion): Promise<ReadAnswer> {
  const tests = new TestCollection()
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  let most = before
  const look = () => {
    globalThis.gc?.()
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  const watch = watchHeap ? setInterval(look, lookEveryMs) : undefined
  const started = performance.now()
  await readReportFile(dirname(file), basename(file), tests, new Coverage())
  const ms = performance.now() - started
  clearInterval(watch)
  const { passed, failed, skipped } = tests.totals
  // Linux and Node count it in KiB.
  const peakRssBytes = process.resourceUsage().maxRSS * 1024
  return { ms, heapBytes: most - before, peakRssBytes, tests: passed + failed + skipped }
}

answerParent(answer)
