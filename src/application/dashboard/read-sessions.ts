import { SessionStateSchema } from '../../domain/records/session/session-state.ts'
import type { SessionOverview } from '../../views/dashboard/dossier.ts'
import { CountersignFault } from '../fault.ts'
import type { BranchTexts } from '../ports/state/branch-texts.ts'
import { parseStateText } from '../state/state-files.ts'

/** The newest sessions of a repository (spec 001); one whose file can't be read is left to doctor. */
export async function readSessions(texts: BranchTexts, most = 20): Promise<SessionOverview[]> {
  const paths = (await texts.list('.workflow/.scratchpad')).filter((path) => path.endsWith('/state.json'))
  const newest = paths.toSorted().toReversed().slice(0, most)
  const read = await texts.readMany(newest)
  return newest.flatMap((path) => {
    const text = read.get(path)
    const id = path.split('/')[2] ?? ''
    try {
      return text === undefined ? [] : [{ id, state: parseStateText(path, SessionStateSchema, text) }]
    } catch (error) {
      if (error instanceof CountersignFault) return []
      throw error
    }
  })
}
