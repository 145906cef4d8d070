import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import { limitedCommand } from './limited-command.ts'
import { ConfinedFault } from './confined-fault.ts'
import type { ConfinedQuestion, ConfinedReader, ConfinedReply } from './confined-reader.ts'

export interface ConfinedLimits {
  heapMiB: number
  /** Instead of the reader's own. */
  ms?: number
}

/** A process that reads, and what it complained of. */
interface ConfinedReading {
  child: ChildProcess
  heapMiB: number
  complaint: string
}

const module = fileURLToPath(new URL('confined-process.ts', import.meta.url))
/** It writes no file and no core, and ends by itself where it reads on and on after its server has gone. */
const processLimits = { cpuSeconds: 300, coreBlocks: 0, fileBlocks: 0 }
/** Enough for hundreds of thousands of tests; what is made to be large has an end. */
const defaultLimits: ConfinedLimits = { heapMiB: 256 }
const maxStartMs = 60_000
const maxComplaint = 2_000
const idleMs = 30_000

/** Two at a time: there are as many cores on a small machine, and a quarter of a gigabyte each. */
const turns = new PQueue({ concurrency: 2 })
/** Waits for the next question. */
let idle: ConfinedReading | undefined
let idleEnd: NodeJS.Timeout | undefined

/** How its Node is started. New objects get little room: garbage is collected while it is small. */
export function renderReaderOptions({ heapMiB } = defaultLimits): string[] {
  return [`--max-old-space-size=${heapMiB}`, '--max-semi-space-size=4']
}

/**
 * Asks a reader in a process with a heap limit and a deadline, so that neither the garbage nor the fault of reading is the
 * server's. A thread would not do: V8 may abort the whole process where one outgrows its heap. The process is kept
 * for the next question; of one that is cancelled nothing is left. Throws `ConfinedFault` where reading cost its life.
 */
export async function readConfined<Question, Answer>(
  reader: ConfinedReader<Question, Answer>,
  question: Question,
  signal: AbortSignal,
  limits = defaultLimits,
): Promise<Answer> {
  signal.throwIfAborted()
  // The queue would let go of what has begun as well, and give its turn away while the process still runs.
  const waiting = new AbortController()
  const giveUp = () => waiting.abort(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  const begin = () => {
    signal.removeEventListener('abort', giveUp)
    return ask({ ...reader, ...limits }, question, signal)
  }
  return (await turns.add(begin, { signal: waiting.signal })) as Answer
}

interface Asked extends ConfinedLimits {
  module: URL
  ms: number
}

async function ask(asked: Asked, question: unknown, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  const reading = takeIdle(asked.heapMiB) ?? start(asked.heapMiB)
  const abort = () => reading.child.kill('SIGKILL')
  signal.addEventListener('abort', abort, { once: true })
  try {
    const answered = listen(reading, asked)
    const sent: ConfinedQuestion = { module: asked.module.href, question }
    reading.child.send(sent, (error) => {
      // That it ended before it was asked is told when it has.
      if (error !== null) reading.child.kill('SIGKILL')
    })
    const { answer, isSpent } = await answered
    keep(reading, isSpent)
    return answer
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function takeIdle(heapMiB: number): ConfinedReading | undefined {
  const reading = idle?.heapMiB === heapMiB && idle.child.connected ? idle : undefined
  if (reading === undefined) return undefined
  idle = undefined
  clearTimeout(idleEnd)
  reading.child.ref()
  reading.child.channel?.ref()
  return reading
}

function start(heapMiB: number): ConfinedReading {
  // It needs nothing of the environment, and there are secrets in it.
  const [command, args] = limitedCommand(processLimits, [process.execPath, ...renderReaderOptions({ heapMiB }), module])
  const child = spawn(command, args, { env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const reading: ConfinedReading = { child, heapMiB, complaint: '' }
  child.once('exit', () => {
    if (idle === reading) idle = undefined
  })
  // Whoever listens to its answer hears of it too.
  child.on('error', () => {})
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => (reading.complaint = (reading.complaint + text).slice(-maxComplaint)))
  return reading
}

/** Keeps one for the next question; it holds up no end of this process. */
function keep(reading: ConfinedReading, isSpent: boolean): void {
  const { child } = reading
  if (isSpent || idle !== undefined) {
    child.disconnect()
    return
  }
  idle = reading
  child.unref()
  child.channel?.unref()
  const stderr = child.stderr as { unref?: () => void } | null
  stderr?.unref?.()
  idleEnd = setTimeout(() => {
    if (idle !== reading) return
    idle = undefined
    if (child.connected) child.disconnect()
  }, idleMs).unref()
}

interface Answered {
  answer: unknown
  isSpent: boolean
}

/** Resolves with the answer; rejects once the process is gone: nothing of it is left behind. */
function listen(reading: ConfinedReading, { ms }: Asked): Promise<Answered> {
  const { child } = reading
  let begun = false
  let what: string | undefined
  let late = false
  const end = () => {
    late = true
    child.kill('SIGKILL')
  }
  let deadline = setTimeout(end, maxStartMs)
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const onMessage = (message: unknown) => {
    const reply = message as ConfinedReply
    switch (reply.kind) {
      case 'begins':
        begun = true
        clearTimeout(deadline)
        deadline = setTimeout(end, ms)
        return
      case 'reads':
        what = reply.what
        return
      case 'answers':
        resolve(reply)
        return
      case 'failed':
        reject(reply.error instanceof Error ? reply.error : new Error(String(reply.error)))
        child.disconnect()
    }
  }
  const onError = (error: Error) => {
    // One that was never started doesn't close either.
    if (child.pid === undefined) reject(error)
  }
  const onClose = (code: number | null, ended: NodeJS.Signals | null) => {
    if (!begun) reject(new Error(`the reader did not start: ${reading.complaint}`))
    else reject(new ConfinedFault(explainEnd(reading, late ? ms : undefined, ended ?? `exit code ${code}`), what))
  }
  child.on('message', onMessage).on('error', onError).on('close', onClose)
  return promise.finally(() => {
    clearTimeout(deadline)
    child.off('message', onMessage).off('error', onError).off('close', onClose)
  })
}

function explainEnd({ heapMiB, complaint }: ConfinedReading, lateMs: number | undefined, end: string): string {
  if (lateMs !== undefined) return `could not be read within ${lateMs / 1000} s`
  const isFull = complaint.includes('heap out of memory')
  return `could not be read: ${isFull ? `it needs more than ${heapMiB} MiB of memory` : end}`
}
