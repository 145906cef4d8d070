import { type ChildProcess, fork } from 'node:child_process'
import type { ReadReports } from './read-report-files.ts'
import { ReportFault } from './report-fault.ts'

/** What the process is asked, once. */
export interface ReportQuestion {
  dir: string
  paths: readonly string[]
}

/** What it tells: of each file before it is read, then how it ended. */
export type ReportAnswer =
  | { kind: 'reading'; path: string }
  | { kind: 'read'; reports: ReadReports }
  | { kind: 'fault'; path: string; line: number | null; what: string }

const module = new URL('report-process.ts', import.meta.url)
const maxHeapMiB = 256
/** Enough for hundreds of megabytes; a file that is made to be slow has an end. */
const maxReadMs = 60_000
const maxComplaint = 2_000

/** How its Node is started: with little room, garbage is collected soon, and what needs more is no report of tests. */
export const readerOptions = [`--max-old-space-size=${maxHeapMiB}`, '--max-semi-space-size=4']

/**
 * Reads reports in a process of its own, so that neither their garbage nor their fault is the server's. A thread would
 * not do: V8 may abort the whole process where one outgrows its heap. Throws `ReportFault`.
 */
export function readInProcess({ dir, paths }: ReportQuestion, signal: AbortSignal): Promise<ReadReports> {
  // It needs nothing of the environment, and there are secrets in it.
  const child = fork(module, {
    execArgv: readerOptions,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    timeout: maxReadMs,
    killSignal: 'SIGKILL',
  })
  const answered = listen(child)
  child.send({ dir, paths }, (error) => {
    // That it ended before it was asked is told when it has.
    if (error !== null) child.kill('SIGKILL')
  })
  return answered
}

/** Resolves once the process is gone: nothing of it is left behind. */
function listen(child: ChildProcess): Promise<ReadReports> {
  let file: string | undefined
  let reports: ReadReports | undefined
  let fault: Error | undefined
  let complaint = ''
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => (complaint = (complaint + text).slice(0, maxComplaint)))
  child.on('message', (message) => {
    const answer = message as ReportAnswer
    switch (answer.kind) {
      case 'reading':
        file = answer.path
        return
      case 'read':
        reports = answer.reports
        return
      case 'fault':
        fault = new ReportFault(answer.path, answer.line, answer.what)
    }
  })
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      fault ??= error
      // One that was never started doesn't close either.
      if (child.pid === undefined) reject(error)
    })
    child.on('close', (code, signal) => {
      if (reports !== undefined) resolve(reports)
      else reject(fault ?? explainEnd(file, child.killed, signal ?? `exit code ${code}`, complaint))
    })
  })
}

function explainEnd(file: string | undefined, isLate: boolean, end: string, complaint: string): Error {
  if (isLate) return new ReportFault(file ?? '.', null, `it could not be read within ${maxReadMs / 1000} s`)
  if (file === undefined) return new Error(`the reader of reports did not start (${end}): ${complaint}`)
  const why = complaint.includes('heap out of memory') ? `it needs more than ${maxHeapMiB} MiB of memory` : end
  return new ReportFault(file, null, `it could not be read: ${why}`)
}
