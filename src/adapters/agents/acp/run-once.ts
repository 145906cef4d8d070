import { recordText } from '../../../domain/language/message.ts'
import type { RunningProgram } from '../../../application/ports/roles/workspace.ts'
import type { AgentWords } from '../agent-words.ts'
import type { SessionEnd } from '../judge-session.ts'
import { describeExcess } from './describe-excess.ts'

const endMs = 2000
const maxBytes = 256 * 1024 * 1024

/** A program that has its prompt among its arguments and ends by itself; what it prints is its words. */
export async function runOnce(program: RunningProgram, signal: AbortSignal, words: AgentWords): Promise<SessionEnd> {
  program.endInput()
  const end = () => void setTimeout(() => program.kill(), endMs).unref()
  const stop = () => {
    program.endInput()
    end()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    let bytes = 0
    for await (const chunk of program.output) {
      bytes += chunk.length
      if (bytes > maxBytes) return { kind: 'broken', reason: recordText('it said more than anybody reads') }
      words.say(Buffer.from(chunk).toString('utf8'))
    }
    const { exitCode, excess } = await program.ended
    if (signal.aborted) return { kind: 'ended' }
    if (excess !== null) return { kind: 'broken', reason: describeExcess(excess) }
    return exitCode === 0
      ? { kind: 'stopped', stopReason: 'end_turn' }
      : { kind: 'broken', reason: recordText('it ended with exit code {exit_code}', { exit_code: exitCode ?? 'none' }) }
  } finally {
    signal.removeEventListener('abort', stop)
    program.kill()
  }
}
