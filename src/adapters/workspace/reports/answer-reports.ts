import type { AnswerConfined } from '../../process/confined-reader.ts'
import type { ReportAnswer, ReportQuestion } from './read-in-process.ts'
import { readReportFiles } from './read-report-files.ts'
import { ReportFault } from './formats/report-fault.ts'

/** Reads reports where it can do no harm. */
export const answer: AnswerConfined<ReportQuestion, ReportAnswer> = async ({ dir, paths }, note) => {
  try {
    return { kind: 'read', reports: await readReportFiles(dir, paths, note) }
  } catch (error) {
    if (!(error instanceof ReportFault)) throw error
    return { kind: 'fault', path: error.path, line: error.line, what: error.what }
  }
}
