import { basename, dirname } from 'node:path'
import { readReportFiles, type ReadReports } from '../../src/adapters/workspace/reports/read-report-files.ts'
import { readReports } from '../../src/adapters/workspace/reports/read-reports.ts'
import { answerParent } from '../stage/child.ts'

export interface ReadQuestion {
  file: string
  /** The server's part of it, or that of the process which it starts to read. */
  as: 'server' | 'reader'
  /** Collects garbage all the time, so that what is in use is seen; the time means nothing then. */
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

async function answer({ file, as, watchHeap }: ReadQuestion): Promise<ReadAnswer> {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  let most = before
  const look = () => {
    globalThis.gc?.()
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  const watch = watchHeap ? setInterval(look, lookEveryMs) : undefined
  const started = performance.now()
  const { tests } = await read(as, dirname(file), [basename(file)])
  const ms = performance.now() - started
  clearInterval(watch)
  const { passed, failed, skipped } = tests.totals
  // Linux and Node count it in KiB.
  const peakRssBytes = process.resourceUsage().maxRSS * 1024
  return { ms, heapBytes: most - before, peakRssBytes, tests: passed + failed + skipped }
}

function read(as: ReadQuestion['as'], dir: string, paths: string[]): Promise<ReadReports> {
  switch (as) {
    case 'server':
      return readReports(dir, paths, new AbortController().signal)
    case 'reader':
      return readReportFiles(dir, paths)
  }
}

answerParent(answer)
