import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { TestCollection } from '../../../domain/loop/tests/test-collection.ts'
import { findPathInside } from '../change/path-inside.ts'
import type { ReportedCoverage } from './formats/coverage.ts'
import { readGoTest } from './formats/read-go-test.ts'
import { readJestFile } from './formats/read-jest.ts'
import { readLcov } from './formats/read-lcov.ts'
import { readTap } from './formats/read-tap.ts'
import { readXml } from './formats/read-xml.ts'
import { ReportFault } from './formats/report-fault.ts'
import { splitLines, type ChunkReader } from './formats/report-reader.ts'

/** Neither follows a link that took the file's place nor waits on a pipe. */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const maxFileBytes = 128 * 1024 * 1024

/** Reads a file that a command left, in pieces. True where it is a report of tests. */
export async function readReportFile(
  dir: string,
  path: string,
  tests: TestCollection,
  coverage: ReportedCoverage,
): Promise<boolean> {
  try {
    return await readInside(dir, path, tests, coverage)
  } catch (error) {
    if (error instanceof ReportFault) throw error
    // Whatever a hostile file brings about, as being a link by now, is the report's fault and not the server's.
    throw new ReportFault(path, null, error instanceof Error ? error.message : String(error))
  }
}

async function readInside(
  dir: string,
  path: string,
  tests: TestCollection,
  coverage: ReportedCoverage,
): Promise<boolean> {
  const target = await findPathInside(dir, path)
  if (target === undefined) return false
  await using handle = await open(target, openFlags)
  const stats = await handle.stat()
  if (!stats.isFile()) return false
  if (stats.size > maxFileBytes)
    throw new ReportFault(path, null, `${stats.size} bytes, at most ${maxFileBytes} are read`)
  const reader = chooseReader(path, tests, coverage)
  // `end` is the last byte: the file can't grow while it is read.
  for await (const chunk of handle.createReadStream({ encoding: 'utf8', end: maxFileBytes, autoClose: false })) {
    if (!reader.write(String(chunk))) break
  }
  return reader.end()
}

function chooseReader(path: string, tests: TestCollection, coverage: ReportedCoverage): ChunkReader {
  if (path.endsWith('.xml')) return readXml(path, tests, coverage)
  if (path.endsWith('.json')) return readJestFile(path, tests)
  if (path.endsWith('.info')) return splitLines([readLcov(path, coverage)])
  return splitLines([readTap(tests), readGoTest(tests)])
}
