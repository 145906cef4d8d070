import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Dialect } from '../../../src/adapters/models/dialects/dialect.ts'
import { renderEvents, renderWhole } from './render-turn.ts'
import type { ScriptedTurn } from './scripted-turn.ts'

/** A call as the provider got it. */
export interface SeenCall {
  dialect: Dialect
  path: string
  headers: IncomingHttpHeaders
  body: string
  json: Record<string, unknown>
  model: string
  isStreamed: boolean
  /** Resolves once the connection that it came by is closed, or its answer is written. */
  over: Promise<'answered' | 'broken off'>
}

/** What it answers; the number of the call counts from 1. */
export type Script = (call: SeenCall, number: number) => ScriptedTurn

export interface ScriptedProvider extends AsyncDisposable {
  origin: string
  calls: SeenCall[]
}

/**
 * A provider on loopback that speaks all four dialects, streamed and not, counts what it is asked and plays every fault.
 * It answers below any base address: `/v1/…`, `/v1beta/…` and without.
 */
export async function startScriptedProvider(script: Script): Promise<ScriptedProvider> {
  const calls: SeenCall[] = []
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const call = seeCall(request, body, response)
      if (call === undefined) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      calls.push(call)
      return play(script(call, calls.length), call, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** A script of turns in order; the last is played for all calls after it. */
export function inOrder(...turns: readonly ScriptedTurn[]): Script {
  return (_call, number) => turns[Math.min(number, turns.length) - 1] ?? { kind: 'status', status: 500 }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function seeCall({ url = '', headers }: IncomingMessage, body: string, response: ServerResponse): SeenCall | undefined {
  const gemini = /\/models\/([^/:]+):(\w+)/.exec(url)
  const dialect = gemini !== null ? 'gemini' : findDialect(url)
  if (dialect === undefined) return undefined
  const json = JSON.parse(body) as Record<string, unknown>
  const over = new Promise<'answered' | 'broken off'>((resolve) => {
    response.once('close', () => resolve(response.writableFinished ? 'answered' : 'broken off'))
  })
  return {
    dialect,
    path: url,
    headers,
    body,
    json,
    model: gemini === null ? String(json['model']) : decodeURIComponent(gemini[1] ?? ''),
    isStreamed: gemini === null ? json['stream'] === true : gemini[2] === 'streamGenerateContent',
    over,
  }
}

function findDialect(url: string): Dialect | undefined {
  if (url.endsWith('/chat/completions')) return 'chat'
  if (url.endsWith('/responses')) return 'responses'
  return /\/messages(?:\/count_tokens)?$/.test(url) ? 'messages' : undefined
}

function play(turn: ScriptedTurn, call: SeenCall, response: ServerResponse): unknown {
  switch (turn.kind) {
    case 'answer':
      if (!call.isStreamed) return sendJson(response, renderWhole(call.dialect, turn, call.model))
      beginStream(response)
      for (const event of renderEvents(call.dialect, withAskedUsage(turn, call), call.model)) response.write(event)
      return response.end()
    case 'status':
      return response
        .writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers })
        .end(turn.body ?? '{"error":{"message":"no"}}')
    case 'raw':
      return response.writeHead(200, { 'content-type': turn.type, ...turn.headers }).end(turn.body)
    case 'hang':
      return undefined
    case 'begun':
      return begin(turn, call, response)
  }
}

/** OpenAI's dialect tells of tokens in a stream only where it is asked to. */
function withAskedUsage(turn: Extract<ScriptedTurn, { kind: 'answer' }>, { dialect, json }: SeenCall) {
  const options = json['stream_options'] as { include_usage?: boolean } | undefined
  return dialect === 'chat' && options?.include_usage !== true ? { ...turn, usage: null } : turn
}

/** Where the first of the text has been said. */
const eventsUntilText: Readonly<Record<Dialect, number>> = { chat: 2, responses: 4, messages: 3, gemini: 1 }

function begin(turn: Extract<ScriptedTurn, { kind: 'begun' }>, call: SeenCall, response: ServerResponse): void {
  beginStream(response)
  const events = renderEvents(call.dialect, { kind: 'answer', text: turn.text, usage: null }, call.model)
  const first = events.slice(0, eventsUntilText[call.dialect])
  response.write(first.join(''))
  switch (turn.next) {
    case 'silence':
      return
    case 'cut':
      // Once what was written has left.
      return void setImmediate(() => response.destroy())
    case 'end':
      return void response.end()
    case 'endless':
      return writeOn(response, first.at(-1) ?? '')
  }
}

function writeOn(response: ServerResponse, event: string): void {
  const block = event.repeat(256)
  const more = () => {
    while (!response.destroyed && response.write(block));
  }
  response.on('drain', more)
  more()
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
