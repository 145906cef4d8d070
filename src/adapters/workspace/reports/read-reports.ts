import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { readInProcess } from './read-in-process.ts'
import { readReportFiles, type ReadReports } from './read-report-files.ts'

/** Above this, starting a process costs less than the garbage of reading here. */
const maxBytesHere = 1024 * 1024

/** Reads files that a command left: small ones here, as nearly all are, others in a process of their own. Throws `ReportFault`. */
export async function readReports(dir: string, paths: readonly string[], signal: AbortSignal): Promise<ReadReports> {
  const sizes = await Promise.all(paths.map((path) => readSize(join(dir, path))))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return bytes <= maxBytesHere ? readReportFiles(dir, paths) : readInProcess({ dir, paths }, signal)
}

/** A file that is gone has none. */
async function readSize(path: string): Promise<number> {
  return lstat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
