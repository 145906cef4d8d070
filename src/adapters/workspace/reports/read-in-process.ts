import { ConfinedFault } from '../../process/confined-fault.ts'
import type { ConfinedReader } from '../../process/confined-reader.ts'
import { type ConfinedLimits, readConfined } from '../../process/read-confined.ts'
import type { ReadReports } from './read-report-files.ts'
import { ReportFault } from './formats/report-fault.ts'

export interface ReportQuestion {
  dir: string
  paths: readonly string[]
}

export type ReportAnswer =
  | { kind: 'read'; reports: ReadReports }
  | { kind: 'fault'; path: string; line: number | null; what: string }

/** A file that is made to be slow in reading has an end. */
const reader: ConfinedReader<ReportQuestion, ReportAnswer> = {
  module: new URL('answer-reports.ts', import.meta.url),
  ms: 60_000,
}

/** Reads reports in a process of its own, so that neither their garbage nor their fault is the server's. Throws `ReportFault`. */
export async function readInProcess(
  question: ReportQuestion,
  signal: AbortSignal,
  limits?: ConfinedLimits,
): Promise<ReadReports> {
  const answer = await readConfined(reader, question, signal, limits).catch((error: unknown) => {
    if (error instanceof ConfinedFault) throw new ReportFault(error.what ?? '.', null, `it ${error.why}`)
    throw error
  })
  switch (answer.kind) {
    case 'read':
      return answer.reports
    case 'fault':
      throw new ReportFault(answer.path, answer.line, answer.what)
  }
}
