import type { FinishReason } from 'ai'
import type { ExecutionRequest } from '../../../application/ports/roles/executor.ts'
import type { AgentWords } from '../agent-words.ts'
import { errorCode } from '../error-code.ts'
import type { SessionEnd } from '../judge-session.ts'
import { createRepositoryTools } from '../model/repository-tools.ts'
import { openModel, speak } from '../model/speak.ts'
import { createToolRoom, type ToolRoom } from '../model/tool-room.ts'
import { createChangeTools } from './change-tools.ts'

export interface WorkOrder {
  model: { origin: string; token: string; name: string }
  instructions: string
  prompt: string
  mark: string
  maxTurns: number
  signal: AbortSignal
}

const stopReasons: Partial<Record<FinishReason, Extract<SessionEnd, { kind: 'stopped' }>['stopReason']>> = {
  stop: 'end_turn',
  'tool-calls': 'max_turn_requests',
  length: 'max_tokens',
  'content-filter': 'refusal',
}

/** A model works on a task by tools until it stops; faults of ours are thrown, everything of the model's is an end. */
export async function workByTools(request: ExecutionRequest, order: WorkOrder, words: AgentWords): Promise<SessionEnd> {
  const broken = new AbortController()
  const signal = AbortSignal.any([order.signal, broken.signal])
  const room = createToolRoom(order.mark, {})
  // The library would tell the model of a full disk, and go on.
  let used = 0
  const give: ToolRoom = async (name, about, find) => {
    words.permit(name, 'allowed')
    words.use(`${(used += 1)}`, `${name} ${about}`)
    try {
      return await room(name, about, () => unlessRefused(find))
    } catch (error) {
      broken.abort(error)
      throw error
    }
  }
  const tools = { ...createRepositoryTools(request.workTree.reader, give), ...createChangeTools(request, give, signal) }
  try {
    const { finishReason } = await speak({
      model: openModel(order.model),
      tools,
      instructions: order.instructions,
      messages: [{ role: 'user', content: order.prompt }],
      signal,
      maxTurns: order.maxTurns,
      mustAnswer: false,
      onText: (text) => words.say(text === '' ? '' : `${text}\n`),
    })
    const stopReason = stopReasons[finishReason]
    return stopReason === undefined
      ? { kind: 'broken', reason: `the model ended with "${finishReason}"` }
      : { kind: 'stopped', stopReason }
  } catch (error) {
    if (broken.signal.aborted) throw broken.signal.reason
    if (order.signal.aborted) return { kind: 'ended' }
    return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** What the work tree won't have is the model's to know; any other fault is ours. */
async function unlessRefused(act: () => Promise<string>): Promise<string> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (errorCode(error) === 'path_refused') return `Not done. ${error.message}`
    if (errorCode(error) === 'isolation_missing') return `No command can be run on this server: ${error.message}.`
    throw error
  }
}
