import { readReportFiles } from './read-report-files.ts'
import type { ReportAnswer, ReportQuestion } from './read-in-process.ts'
import { ReportFault } from './report-fault.ts'

// A process of its own for one question: what it reads is untrusted, and may cost it its life.
process.once('message', (question) => void answer(question as ReportQuestion))
// Whoever asked is gone.
process.once('disconnect', () => process.exit())

async function answer({ dir, paths }: ReportQuestion): Promise<void> {
  const tell = (answered: ReportAnswer, told = () => {}) => void process.send?.(answered, told)
  const read = readReportFiles(dir, paths, (path) => tell({ kind: 'reading', path }))
  const answered = await read.then(
    (reports): ReportAnswer => ({ kind: 'read', reports }),
    (error: unknown): ReportAnswer => {
      if (!(error instanceof ReportFault)) throw error
      return { kind: 'fault', path: error.path, line: error.line, what: error.what }
    },
  )
  tell(answered, () => process.disconnect())
}
