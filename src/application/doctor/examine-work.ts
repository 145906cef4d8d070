import { isDeepStrictEqual } from 'node:util'
import type { DoctorFacts, SeenFile, SeenVerdict } from '../../domain/doctor/doctor-facts.ts'
import type { DoctorExamination } from '../../domain/effects/doctor-finding.ts'
import { decideQuestions, type DoctorQuestions } from '../../domain/doctor/doctor-questions.ts'
import { checkWork } from '../../domain/doctor/look/check-work.ts'
import type { Work } from '../../domain/records/work.ts'
import { sha256Of } from '../bundle/hashes.ts'
import type { Examination } from '../ports/forge/examination.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { StateStore } from '../ports/state/state-store.ts'
import { parseVerdictFile } from '../bundle/parse-verdict-file.ts'

export interface DoctorPorts {
  examination: Examination
  /** Null where nothing writes the state meanwhile, as in a clone. */
  store: StateStore | null
  now: () => string
  timeAfter: (at: string, ms: number) => string
}

/** What is owed for longer will not come by itself. */
const overdueMs = 60 * 60_000
const maxLooks = 3

/**
 * Holds an issue's state against everything around it; changes nothing. Where the state moved under the look and
 * something was found, it looks again at the newer one.
 */
export async function examineWork(
  ports: DoctorPorts,
  repository: RepositoryRef,
  work: Work,
): Promise<DoctorExamination> {
  let state = work
  for (let looks = 1; ; looks += 1) {
    const examination = await look(ports, repository, state)
    if (examination.findings.length === 0 || looks === maxLooks) return examination
    const newer = await readNewer(ports, repository, state)
    if (newer === null) return examination
    state = newer
  }
}

async function readNewer(ports: DoctorPorts, repository: RepositoryRef, work: Work): Promise<Work | null> {
  if (ports.store === null || work.record === null) return null
  const loaded = await ports.store.read(repository, work.record.number, 'fresh')
  return isDeepStrictEqual(loaded.work.record, work.record) ? null : loaded.work
}

async function look(ports: DoctorPorts, repository: RepositoryRef, work: Work): Promise<DoctorExamination> {
  const questions = decideQuestions(work)
  if (questions === null) return { findings: [], things: 0, tasks: 0, unseen: [], vouched: true }
  const seen = await ports.examination.lookAround(repository, questions)
  const files = await examineRecordFiles(ports.examination, repository, seen.head?.sha ?? null, questions)
  const now = ports.now()
  return checkWork(work, { ...seen, ...files, now, overdueBefore: ports.timeAfter(now, -overdueMs) })
}

async function examineRecordFiles(
  examination: Examination,
  repository: RepositoryRef,
  head: string | null,
  questions: DoctorQuestions,
): Promise<Pick<DoctorFacts, 'files' | 'verdicts'>> {
  const files = new Map<string, SeenFile>()
  const verdicts = new Map<string, SeenVerdict | null>()
  if (head === null) return { files, verdicts }
  const listed = await examination.listFiles(repository, head, questions.folders)
  const asked = new Set(questions.verdictFiles)
  const wanted = examination.reads === 'everything' ? listed : listed.filter((file) => asked.has(file.path))
  const bytesOf = await examination.readFiles(repository, head, wanted)
  for (const { path, blob, mode } of listed) {
    const bytes = bytesOf.get(path)
    files.set(path, { blob, mode, sha256: bytes === undefined ? null : sha256Of(bytes) })
    if (bytes !== undefined && asked.has(path))
      verdicts.set(path, parseVerdictFile(new TextDecoder().decode(bytes)) ?? null)
  }
  return { files, verdicts }
}
