import type { ReportedCoverage } from './coverage.ts'
import { ReportFault } from './report-fault.ts'
import type { LineReader } from './report-reader.ts'

/** lcov's trace files (`geninfo(1)`, section FILES): the totals of each source, or its lines where there are none. */
export function readLcov(path: string, coverage: ReportedCoverage): LineReader {
  let at = 0
  let open = false
  let seen = { lines: 0, covered: 0 }
  let told: { lines?: number; covered?: number } = {}
  const toCount = (value: string): number => {
    const count = Number(value)
    if (value === '' || !Number.isSafeInteger(count) || count < 0)
      throw new ReportFault(path, at, `"${value.slice(0, 40)}" is no count`)
    return count
  }
  return {
    readLine(line) {
      at += 1
      const [, key, value = ''] = /^(SF|DA|LF|LH):(.*)$/.exec(line) ?? []
      if (key === 'SF') {
        if (open) throw new ReportFault(path, at, 'a record begins before the last one ended')
        open = true
        seen = { lines: 0, covered: 0 }
        told = {}
      } else if (key === 'DA') {
        seen.lines += 1
        if (toCount(value.split(',')[1] ?? '') > 0) seen.covered += 1
      } else if (key === 'LF') told.lines = toCount(value)
      else if (key === 'LH') told.covered = toCount(value)
      else if (line === 'end_of_record') {
        coverage.add(told.lines ?? seen.lines, told.covered ?? seen.covered)
        open = false
      }
    },
    end() {
      if (open) throw new ReportFault(path, at, 'it ends in the middle of a record')
      return false
    },
  }
}
