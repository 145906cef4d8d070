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

export interface ReaderLimits {
  heapMiB: number
  /** From the first file on. */
  ms: number
}

/** Enough for hundreds of thousands of tests; a file that is made to be large or slow in reading has an end. */
const defaultLimits: ReaderLimits = { heapMiB: 256, ms: 60_000 }
const maxStartMs = 60_000
const maxComplaint = 2_000

/** How its Node is started. New objects get little room: garbage is collected while it is small. */
export function renderReaderOptions({ heapMiB } = defaultLimits): string[] {
  return [`--max-old-space-size=${heapMiB}`, '--max-semi-space-size=4']
}

/**
 * Reads reports in a process of its own, so that neither their garbage nor their fault is the server's. A thread would
 * not do: V8 may abort the whole process where one outgrows its heap. Throws `ReportFault`.
 */
export function readInProcess(
  { dir, paths }: ReportQuestion,
  signal: AbortSignal,
  limits = defaultLimits,
): Promise<ReadReports> {
  // It needs nothing of the environment, and there are secrets in it.
  const child = fork(module, {
    execArgv: renderReaderOptions(limits),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  const answered = listen(child, limits)
  child.send({ dir, paths }, (error) => {
    // That it ended before it was asked is told when it has.
    if (error !== null) child.kill('SIGKILL')
  })
  return answered
}

/** Resolves once the process is gone: nothing of it is left behind. */
function listen(child: ChildProcess, limits: ReaderLimits): Promise<ReadReports> {
  let file: string | undefined
  let reports: ReadReports | undefined
  let fault: Error | undefined
  let complaint = ''
  let deadline = setTimeout(() => child.kill('SIGKILL'), maxStartMs)
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => (complaint = (complaint + text).slice(0, maxComplaint)))
  child.on('message', (message) => {
    const answer = message as ReportAnswer
    switch (answer.kind) {
      case 'reading':
        if (file === undefined) {
          clearTimeout(deadline)
          deadline = setTimeout(() => child.kill('SIGKILL'), limits.ms)
        }
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
      if (child.pid !== undefined) return
      clearTimeout(deadline)
      reject(error)
    })
    child.on('close', (code, signal) => {
      clearTimeout(deadline)
      if (reports !== undefined) resolve(reports)
      else if (fault !== undefined) reject(fault)
      else if (file === undefined) reject(new Error(`the reader of reports did not start: ${complaint}`))
      else
        reject(new ReportFault(file, null, explainEnd(limits, child.killed, signal ?? `exit code ${code}`, complaint)))
    })
  })
}

function explainEnd({ ms, heapMiB }: ReaderLimits, isLate: boolean, end: string, complaint: string): string {
  if (isLate) return `it could not be read within ${ms / 1000} s`
  const isFull = complaint.includes('heap out of memory')
  return `it could not be read: ${isFull ? `it needs more than ${heapMiB} MiB of memory` : end}`
}
