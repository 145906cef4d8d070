import { z } from 'zod'
import { readJsonAnswer } from '../../../src/adapters/agents/model/read-json-answer.ts'
import { dialects } from '../../../src/adapters/models/dialects/dialect.ts'
import { keepInside } from '../../../src/adapters/models/dialects/keep-inside.ts'
import { readCall } from '../../../src/adapters/models/dialects/read-call.ts'
import { removeKeys } from '../../../src/adapters/models/gateway/key-filter.ts'
import { StreamWatch } from '../../../src/adapters/models/gateway/stream-watch.ts'
import { parseArguments, readPieces } from '../../../src/adapters/models/translation/chat-answer.ts'
import { translateCall } from '../../../src/adapters/models/translation/translate-call.ts'
import type { ForeignParser } from './foreign-parser.ts'

const key = 'key-of-the-provider'
const calls = [
  '{"role":"user","content":"a"},',
  '{"type":"text","text":"a"},',
  '{"type":"tool_result","tool_use_id":"a","content":"b"},',
  '{"type":"function_call","call_id":"a","name":"b","arguments":"{}"},',
  '{"parts":[{"text":"a"}]},',
]
const events = [
  'event: a\n',
  'data: {"usage":{"input_tokens":1}}\n\n',
  'data: {"choices":[]}\n\n',
  'data: ',
  'data:\n',
  ': a\n',
  'id: 1\n',
  '\n',
  '\r',
  '"type" : "response.failed"',
  '{"error" ',
  '"finish_reason"  ',
  '[DONE]',
]

/** What reads calls of agents and answers of providers. */
export const modelParsers: ForeignParser[] = [
  {
    name: 'call of an agent',
    modules: [
      'adapters/models/dialects/read-call.ts',
      'adapters/models/dialects/keep-inside.ts',
      'adapters/models/translation/translate-call.ts',
    ],
    pieces: calls,
    read(text) {
      const items = text.endsWith(',') ? text.slice(0, -1) : JSON.stringify(text)
      const body = `{"model":"a","messages":[${items}],"input":[${items}],"contents":[${items}],"tools":[${items}]}`
      for (const dialect of dialects) {
        const call = readCall(dialect, Buffer.from(body))
        if (typeof call === 'string') continue
        const { json } = keepInside(dialect, call.json)
        const setting = { model: 'a', name: 'a', kind: 'compatible', isStreamed: true } as const
        if (dialect !== 'chat') translateCall(dialect, json, setting)
      }
    },
  },
  {
    name: 'stream of a provider',
    modules: ['adapters/models/gateway/stream-watch.ts'],
    pieces: events,
    read(text) {
      for (const dialect of dialects) new StreamWatch(dialect).take(Buffer.from(text))
    },
  },
  {
    name: 'answer of a provider',
    modules: ['adapters/models/translation/chat-answer.ts', 'adapters/models/gateway/key-filter.ts'],
    pieces: [key, key.slice(0, -1), '{"choices":[{"message":{"content":"a"}}]}'],
    read: (text) => [
      readPieces({ choices: [{ message: { content: text } }] }),
      parseArguments(text),
      removeKeys(text, [key]),
    ],
  },
  {
    name: 'answer of a model',
    modules: ['adapters/agents/model/read-json-answer.ts'],
    pieces: ['{"tasks":[', '{"a":1},', '```json\n', '{', '}', '"'],
    read: (text) => readJsonAnswer(text, z.object({ tasks: z.array(z.string()) })),
  },
]
