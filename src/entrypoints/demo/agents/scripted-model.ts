import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a model says in one turn: words, or the use of a tool. */
export type ScriptedTurn = { say: string } | { use: string; input: Record<string, unknown> }

/** What it is asked: the model by name, and the whole conversation as text. */
export interface Question {
  model: string
  told: string
  /** Results of tools in it so far. */
  looks: number
}

export interface ScriptedModel extends AsyncDisposable {
  /** Base address of a server with OpenAI's chat completions. */
  baseUrl: string
}

/** A provider on this machine that says what is written down: no key, no network, and each time the same. */
export async function startScriptedModel(answer: (question: Question) => ScriptedTurn): Promise<ScriptedModel> {
  const server = createServer((request, response) => void play(request, response, answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

interface Asked {
  model: string
  messages: { role: string; content: unknown }[]
}

async function play(request: IncomingMessage, response: ServerResponse, answer: (question: Question) => ScriptedTurn) {
  if (request.url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'scripted' }] }))
  if (request.url !== '/v1/chat/completions') return response.writeHead(404).end('{}')
  const body = await text(request)
  const { model, messages } = JSON.parse(body) as Asked
  const told = messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n')
  const turn = answer({ model, told, looks: messages.filter(({ role }) => role === 'tool').length })
  const said = JSON.stringify(turn)
  const chunk = (value: object) =>
    `data: ${JSON.stringify({ id: 'demo', object: 'chat.completion.chunk', model, ...value })}\n\n`
  const usage = {
    prompt_tokens: tokens(body),
    completion_tokens: tokens(said),
    total_tokens: tokens(body) + tokens(said),
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(
    chunk({ choices: [{ index: 0, delta: { role: 'assistant', ...deltaOf(turn) }, finish_reason: null }] }),
  )
  const finish = 'say' in turn ? 'stop' : 'tool_calls'
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }))
  return response.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`)
}

function deltaOf(turn: ScriptedTurn): object {
  if ('say' in turn) return { content: turn.say }
  const call = { name: turn.use, arguments: JSON.stringify(turn.input) }
  return { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }
}

/** One for every four bytes, as providers come to on the whole. */
function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}
