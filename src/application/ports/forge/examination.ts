import type { DoctorFacts } from '../../../domain/doctor/doctor-facts.ts'
import type { DoctorQuestions } from '../../../domain/doctor/doctor-questions.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { CommittedFile } from '../state/state-reader.ts'

/** What can be seen of a repository beside its state files. Null, or an absent entry: not from here. */
export type Sightings = Pick<
  DoctorFacts,
  'head' | 'session' | 'branches' | 'commits' | 'contains' | 'integration' | 'pulls' | 'issue' | 'comments'
>

/** A repository as the doctor looks at it; read only. */
export interface Examination {
  /** `verdicts`: only verdict files are read; other files are told by their blob ids, which git made from their bytes. */
  readonly reads: 'everything' | 'verdicts'
  lookAround(repository: RepositoryRef, questions: DoctorQuestions): Promise<Sightings>
  /** Files below the folders, as that commit of the workflow branch has them. */
  listFiles(repository: RepositoryRef, commit: string, folders: readonly string[]): Promise<CommittedFile[]>
  /** Bytes by path; what can't be read is left out. */
  readFiles(
    repository: RepositoryRef,
    commit: string,
    files: readonly CommittedFile[],
  ): Promise<Map<string, Uint8Array>>
}
