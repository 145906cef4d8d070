import { recordPath, stateFilePaths } from '../../../../../src/application/state/state-files.ts'
import { ExecutionRecordSchema } from '../../../../../src/domain/records/execution-record.ts'
import { IssRecordSchema } from '../../../../../src/domain/records/iss-record.ts'
import type { GitObjects } from '../../../support/git/git-objects.ts'
import type { Standing } from './golden-story.ts'

/** Where an issue stands; undefined before its first record. */
export async function readStanding(objects: GitObjects, issue: number): Promise<Standing | undefined> {
  const head = await objects.findCommit('refs/heads/countersign/workflow')
  if (head === undefined) return undefined
  const read = async (path: string): Promise<unknown> => {
    const found = await objects.find(`${head.sha}:${path}`)
    return found === undefined ? undefined : JSON.parse(found.bytes.toString('utf8'))
  }
  const text = await read(recordPath(issue))
  if (text === undefined) return undefined
  const record = IssRecordSchema.parse(text)
  const execution = await read(stateFilePaths(record).execution)
  return { record, execution: execution === undefined ? null : ExecutionRecordSchema.parse(execution) }
}
