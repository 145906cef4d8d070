import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import type { RunningProgram } from '../../../application/ports/roles/workspace.ts'

/** No message is so long, and no run says so much. */
const maxMessageBytes = 16 * 1024 * 1024
const maxBytes = 256 * 1024 * 1024

export class AgentFlooded extends Error {
  override name = 'AgentFlooded'
}

/**
 * The messages of a program, one a line. What is no message of ours to hear (warnings on standard output, answers to
 * nothing that was asked, notes of other kinds) is dropped in silence: the library would answer it, or print it. What it
 * says of its session goes to `onUpdate` as it is.
 */
export function openMessageStream(
  program: Pick<RunningProgram, 'output' | 'write'>,
  onUpdate: (params: unknown) => void,
): Stream {
  const asked = new Set<unknown>()
  const lines = readLines(program.output)
  const readable = new ReadableStream<AnyMessage>({
    async pull(controller) {
      for (;;) {
        const next = await lines.next()
        if (next.done === true) return controller.close()
        const message = parseMessage(next.value, asked, onUpdate)
        if (message !== undefined) return controller.enqueue(message)
      }
    },
    async cancel() {
      await lines.return?.(undefined)
    },
  })
  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      if ('method' in message && 'id' in message) asked.add(message.id)
      await program.write(`${JSON.stringify(message)}\n`)
    },
  })
  return { readable, writable }
}

function parseMessage(line: string, asked: Set<unknown>, onUpdate: (params: unknown) => void): AnyMessage | undefined {
  if (!line.startsWith('{')) return undefined
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isMessage(value)) return undefined
  if ('method' in value) {
    if ('id' in value) return value
    if (value.method === 'session/update' && 'params' in value) onUpdate(value.params)
    return undefined
  }
  return asked.delete(value.id) ? value : undefined
}

function isMessage(value: unknown): value is AnyMessage {
  if (typeof value !== 'object' || value === null) return false
  if ('method' in value) return typeof value.method === 'string'
  return 'id' in value && ('result' in value || 'error' in value)
}

/** Lines of UTF-8, by the bytes: throws `AgentFlooded` where there is no end to one, or to all of them. */
async function* readLines(output: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let bytes = 0
  for await (const chunk of output) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new AgentFlooded('it said more than anybody reads')
    let rest = Buffer.from(chunk)
    for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
      yield Buffer.concat([...pending, rest.subarray(0, at)])
        .toString('utf8')
        .trim()
      pending = []
      pendingBytes = 0
      rest = rest.subarray(at + 1)
    }
    pendingBytes += rest.length
    if (pendingBytes > maxMessageBytes) throw new AgentFlooded('one line of it had no end')
    if (rest.length > 0) pending.push(rest)
  }
}
