import type { IssRecord } from '../../domain/records/iss-record.ts'
import { issId } from '../../domain/records/iss-record.ts'
import type { IssueStatus, StatusReport } from '../../domain/records/status-report.ts'
import { CountersignFault } from '../fault.ts'
import type { BranchTexts } from '../ports/state/branch-texts.ts'
import { parseRecord, parseWork, recordPath, stateFilePaths } from '../state/state-files.ts'
import { describeIssue } from './describe-issue.ts'

/** Issues whose files are read at a time: few enough that they fit what git may print. */
const atOnce = 20

type Unreadable = StatusReport['unreadable'][number]

/** Numbers of all registered issues, ascending. */
export async function listRegistered(texts: BranchTexts): Promise<number[]> {
  const paths = await texts.list('.workflow/issues')
  const numbers = paths.flatMap((path) => {
    const number = /^\.workflow\/issues\/ISS-(\d+)\.json$/.exec(path)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
  return numbers.toSorted((a, b) => a - b)
}

/** Where these issues stand. One whose files can't be read hides no other: it is told apart. */
export async function readStatus(
  texts: BranchTexts,
  numbers: readonly number[],
): Promise<Pick<StatusReport, 'issues' | 'unreadable'>> {
  const issues: IssueStatus[] = []
  const unreadable: Unreadable[] = []
  for (let from = 0; from < numbers.length; from += atOnce) {
    const some = numbers.slice(from, from + atOnce)
    for (const read of await readSome(texts, some)) {
      if ('phase' in read) issues.push(read)
      else unreadable.push(read)
    }
  }
  return { issues, unreadable }
}

async function readSome(texts: BranchTexts, numbers: readonly number[]): Promise<(IssueStatus | Unreadable)[]> {
  const recordTexts = await texts.readMany(numbers.map(recordPath))
  const records = numbers.flatMap((number): (IssRecord | Unreadable)[] => {
    const text = recordTexts.get(recordPath(number))
    return text === undefined ? [] : [orUnreadable(number, () => parseRecord(recordPath(number), text))]
  })
  const paths = records.flatMap((one) => ('frozen' in one ? Object.values(stateFilePaths(one)) : []))
  const workTexts = await texts.readMany(paths.filter((path) => path !== null))
  return records.map((record) => {
    if (!('frozen' in record)) return record
    const read = (path: string) => workTexts.get(path) ?? null
    return orUnreadable(record.number, () => describeIssue({ record, ...parseWork(record, read) }))
  })
}

function orUnreadable<T>(number: number, read: () => T): T | Unreadable {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CountersignFault) || error.code !== 'state_corrupt') throw error
    const next = `"countersign doctor --issue ${number}" looks closer; a maintainer’s /doctor fix undoes what was pushed to the branch by hand`
    return { id: issId(number), number, what: error.message, details: error.details, next }
  }
}
