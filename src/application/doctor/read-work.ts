import type { Work } from '../../domain/records/work.ts'
import type { StateReader } from '../ports/state/state-reader.ts'
import { parseRecord, parseWork, recordPath, stateFilePaths } from '../state/state-files.ts'

/**
 * All state of an issue as a commit of the workflow branch has it; null where it is not registered.
 * Throws `state_corrupt` where a file doesn't parse.
 */
export async function readWork(reader: StateReader, commit: string, issueNumber: number): Promise<Work | null> {
  const path = recordPath(issueNumber)
  const text = await readText(reader, commit, path)
  if (text === null) return null
  const record = parseRecord(path, text)
  const paths = Object.values(stateFilePaths(record)).filter((one): one is string => one !== null)
  const texts = new Map<string, string | null>()
  for (const one of paths) texts.set(one, await readText(reader, commit, one))
  return { record, ...parseWork(record, (one) => texts.get(one) ?? null) }
}

/** Numbers of all issues that are registered at that commit, ascending. */
export async function listIssues(reader: StateReader, commit: string): Promise<number[]> {
  const files = await reader.listFiles(commit, '.workflow/issues')
  const numbers = files.flatMap(({ path }) => {
    const number = /^\.workflow\/issues\/ISS-(\d+)\.json$/.exec(path)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
  return numbers.toSorted((a, b) => a - b)
}

async function readText(reader: StateReader, commit: string, path: string): Promise<string | null> {
  const file = await reader.findFile(commit, path)
  return file === undefined ? null : new TextDecoder().decode(await reader.readBlob(file.blob))
}
