import type { TestReport } from '../../loop/tests/test-report.ts'
import type { ChangedFile } from './parse-change.ts'

/** A test command that didn't pass. `output` is the end of what it printed, untrusted. */
export interface FailingRun {
  command: string
  exitCode: number | null
  timedOut: boolean
  output: string
  report: TestReport | null
}

/** An approved input that is another one than the last version that passed had. */
export interface ChangedInput {
  task: string
  artifact_id: string
  version: number
  files: ChangedFile[]
}

/** A commit of the integration branch. */
export interface RecentCommit {
  sha: string
  subject: string
  files: ChangedFile[]
}

/** A file as it is in the version that failed. */
export interface SourceFile {
  path: string
  text: string
}

/** All that is known of a failure, for an analyst. */
export interface AnalysisRequest {
  run: FailingRun
  /** The version against its base. */
  change: ChangedFile[]
  inputs: ChangedInput[]
  /** Newest first. */
  commits: RecentCommit[]
  /** The same command on the same version again. */
  reruns: { passed: boolean }[]
  /** Texts of changed files, of the failing tests, and of what these name; none may be known. */
  sources: SourceFile[]
}
