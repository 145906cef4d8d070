import { recordText } from '../../../domain/language/message.ts'
import type { ClientConnection } from '@agentclientprotocol/sdk'
import type { ProgramEnd, RunningProgram } from '../../../application/ports/roles/workspace.ts'
import type { RunProgress } from '../../../domain/records/run-progress.ts'
import type { AgentWords } from '../agent-words.ts'
import type { SessionEnd } from '../judge-session.ts'
import { answerPermission } from './answer-permission.ts'
import { AgentFlooded, openMessageStream } from './message-stream.ts'
import { describeExcess } from './describe-excess.ts'

export interface SessionOrder {
  prompt: string
  /** Null: the one it starts in. */
  mode: string | null
  /** Once aborted, it is to end. */
  signal: AbortSignal
}

/** Each has its own: who doesn't keep to one is asked by the next, and the last takes all of its processes. */
const patience = { startMs: 120_000, modeMs: 15_000, cancelMs: 5000, closeMs: 2000, inputMs: 2000, goneMs: 500 }

/** One prompt in one session (Agent Client Protocol 1), offering neither files nor terminals; the program is killed at the end. */
export async function holdSession(
  program: RunningProgram,
  order: SessionOrder,
  words: AgentWords,
): Promise<SessionEnd> {
  const connection = await connect(program, words)
  // What is still asked when the connection ends is nobody's any more.
  connection.closed.catch(() => {})
  const gone = program.ended.then((end): never => {
    throw new Error(describeEnd(end))
  })
  gone.catch(() => {})
  let closing: (() => Promise<unknown>) | undefined
  let atStart = true
  try {
    const { agent } = connection
    const { methods, PROTOCOL_VERSION } = await import('@agentclientprotocol/sdk')
    const begin = async () => {
      const { agentCapabilities } = await agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: 'countersign', version: '1' },
      })
      const session = await agent.request(methods.agent.session.new, { cwd: program.place.dir, mcpServers: [] })
      if (agentCapabilities?.sessionCapabilities?.close != null)
        closing = () => agent.request(methods.agent.session.close, { sessionId: session.sessionId })
      return session
    }
    const session = await first([
      gone,
      within(begin(), patience.startMs, (n) => recordText('it did not start within {n} s', { n })),
      told(order.signal),
    ])
    if (session === undefined) return { kind: 'ended' }
    const { sessionId } = session
    if (order.mode !== null && session.modes?.currentModeId !== order.mode) {
      const set = agent.request(methods.agent.session.setMode, { sessionId, modeId: order.mode })
      await first([
        gone,
        within(set, patience.modeMs, (n) =>
          recordText('it did not take the mode {mode_name} within {n} s', { mode_name: order.mode ?? '', n }),
        ),
      ])
    }
    atStart = false
    const prompted = agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: order.prompt }],
    })
    prompted.catch(() => {})
    const answer = await first([gone, prompted, told(order.signal)])
    if (answer !== undefined) return { kind: 'stopped', stopReason: answer.stopReason }
    await agent.notify(methods.agent.session.cancel, { sessionId })
    await settleWithin(first([gone, prompted]), patience.cancelMs)
    return { kind: 'ended' }
  } catch (error) {
    // Its streams may close before its end is known, which says more.
    const end = await within(program.ended, patience.goneMs, () => 'it goes on').catch(() => undefined)
    return { kind: 'broken', reason: end === undefined ? explainEnd(error) : describeEnd(end), atStart }
  } finally {
    if (closing !== undefined) await settleWithin(first([gone, closing()]), patience.closeMs)
    program.endInput()
    await settleWithin(program.ended, patience.inputMs)
    program.kill()
    connection.close()
  }
}

async function connect(program: RunningProgram, words: AgentWords): Promise<ClientConnection> {
  const { client, methods, RequestError } = await import('@agentclientprotocol/sdk')
  return (
    client({ name: 'countersign' })
      .onRequest(methods.client.session.requestPermission, ({ params }) => answerPermission(params, words))
      // Some ask for files and terminals though they were told that there are none.
      .onRequest('*', ({ method }) => {
        words.refuse(method)
        throw RequestError.methodNotFound(method)
      })
      .connect(openMessageStream(program, (params) => hear(params, words)))
  )
}

function hear(params: unknown, words: AgentWords): void {
  const update = fieldOf(params, 'update')
  switch (fieldOf(update, 'sessionUpdate')) {
    case 'agent_message_chunk': {
      const text = fieldOf(fieldOf(update, 'content'), 'text')
      if (typeof text === 'string') words.say(text)
      break
    }
    case 'plan': {
      const entries = fieldOf(update, 'entries')
      if (Array.isArray(entries)) words.plan(entries.slice(0, 100).flatMap(readStep))
      break
    }
    case 'tool_call':
    case 'tool_call_update': {
      const id = fieldOf(update, 'toolCallId')
      const title = fieldOf(update, 'title')
      if (typeof id === 'string' && typeof title === 'string') words.use(id.slice(0, 100), title)
      break
    }
  }
}

const stepStates: Readonly<Record<string, RunProgress['steps'][number]['state']>> = {
  in_progress: 'doing',
  completed: 'done',
}

function readStep(entry: unknown): RunProgress['steps'] {
  const text = fieldOf(entry, 'content')
  const status = fieldOf(entry, 'status')
  if (typeof text !== 'string') return []
  return [
    { text: text.slice(0, 4_000), state: (typeof status === 'string' ? stepStates[status] : undefined) ?? 'open' },
  ]
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

/** Whichever settles first; the others are let go. */
async function first<T>(promises: readonly Promise<T>[]): Promise<T> {
  for (const promise of promises) promise.catch(() => {})
  return Promise.race(promises)
}

/** Resolves with nothing once it is aborted. */
function told(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

async function within<T>(promise: Promise<T>, ms: number, otherwise: (n: number) => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise(ms / 1000))), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** However it ends, and no longer than that. */
async function settleWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  await within(promise, ms, () => 'it did not end').catch(() => undefined)
}

function describeEnd({ exitCode, excess }: ProgramEnd): string {
  if (excess !== null) return describeExcess(excess)
  return exitCode === null
    ? recordText('it ended with no exit code')
    : recordText('it ended with exit code {exit_code}', { exit_code: exitCode })
}

/** An error of its own may hold anything, at any length. */
function explainEnd(error: unknown): string {
  if (error instanceof AgentFlooded) return error.message
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
