import { CountersignFault } from '../../application/fault.ts'
import type { DoctorExamination } from '../../domain/effects/doctor-finding.ts'
import type { DoctorTold } from '../../views/dashboard/dossier.ts'
import { recordText } from '../../domain/language/message.ts'

/** Whoever asks again sooner is told what was found last. */
const lookAgainMs = 60_000
/** Issues whose newest look is kept. */
const mostKept = 500

export interface DoctorLooks {
  /** The newest look at an issue; where it is asked for, one that is no older than a minute. */
  (key: string, isAsked: boolean, commit: string, look: () => Promise<DoctorExamination>): Promise<DoctorTold>
}

/** Looks of the doctor, which take requests to GitHub or a clone: made when somebody asks, and kept for all. */
export function createDoctorLooks(nowMs: () => number): DoctorLooks {
  const kept = new Map<string, { atMs: number; look: Promise<DoctorTold> }>()
  return (key, isAsked, commit, examine) => {
    const known = kept.get(key)
    const isFresh = known !== undefined && nowMs() - known.atMs < lookAgainMs
    if (!isAsked || isFresh) return known?.look ?? Promise.resolve({ kind: 'not looked' })
    const atMs = nowMs()
    const look = examine().then(
      (examination): DoctorTold => ({ kind: 'looked', examination, at: new Date(atMs).toISOString(), commit }),
      (error: unknown): DoctorTold => ({ kind: 'failed', why: explainLook(error) }),
    )
    kept.delete(key)
    kept.set(key, { atMs, look })
    const [oldest] = kept.size > mostKept ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return look
  }
}

/** Faults of ours say what was seen and what to do; others may say what is nobody's business. */
function explainLook(error: unknown): string {
  if (error instanceof CountersignFault)
    return recordText('It could not look: {what}. {details}', { what: error.message, details: error.details })
  return recordText('It could not look: GitHub or the repository could not be asked. Try again in a minute.')
}
