import { expect, test } from 'vitest'
import type { OtherDialect } from '../../../src/adapters/models/translation/translate-call.ts'
import { openGateway } from '../../support/models/open-gateway.ts'
import { inOrder } from '../../support/models/scripted-provider.ts'

const others = ['messages', 'responses', 'gemini'] as const
const schema = { type: 'object', properties: { path: { type: 'string' } } }
const picture = 'iVBORw0KGgo='

/** A conversation of each dialect that comes to the same: a picture, a call of a tool, and its result. */
const conversations: Readonly<Record<OtherDialect, Record<string, unknown>>> = {
  messages: {
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'x' },
          { type: 'text', text: 'I read.' },
          { type: 'tool_use', id: 'call_1', name: 'read', input: { path: 'a' } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'A' }] }],
      },
    ],
    tools: [{ name: 'read', description: 'Reads.', input_schema: schema }],
    tool_choice: { type: 'any' },
    max_tokens: 99,
  },
  responses: {
    instructions: 'Be brief.',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look.' },
          { type: 'input_image', image_url: `data:image/png;base64,${picture}` },
        ],
      },
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I read.' }] },
      { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{"path":"a"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'A' },
    ],
    tools: [{ type: 'function', name: 'read', description: 'Reads.', parameters: schema }],
    tool_choice: 'required',
    max_output_tokens: 99,
  },
  gemini: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Look.' }, { inlineData: { mimeType: 'image/png', data: picture } }] },
      {
        role: 'model',
        parts: [
          { text: 'hm', thought: true },
          { text: 'I read.' },
          { functionCall: { name: 'read', args: { path: 'a' } } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'A' } } }] },
    ],
    tools: [
      {
        functionDeclarations: [
          {
            name: 'read',
            description: 'Reads.',
            parameters: { type: 'OBJECT', properties: { path: { type: 'STRING' } } },
          },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    generationConfig: { maxOutputTokens: 99 },
  },
}

const tools = [
  { name: 'write', input: { path: 'b', text: 'ü' } },
  { name: 'read', input: {} },
]
const answer = { kind: 'answer' as const, text: 'Now I write it.', tools }

/** Data of the events of a stream. */
function readEvents(text: string): Record<string, unknown>[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Record<string, unknown>)
}

test.each(others)('%s on a server that has chat completions alone: the whole conversation is told', async (dialect) => {
  await using open = await openGateway(() => answer, { speaks: ['chat'] })
  const run = await open.openRun()

  await run.ask(dialect, { body: conversations[dialect] })

  expect(open.provider.calls[0]?.dialect).toBe('chat')
  expect(open.provider.calls[0]?.json).toEqual({
    model: 'model-1',
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
        ],
      },
      {
        role: 'assistant',
        content: 'I read.',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'A' },
    ],
    tools: [{ type: 'function', function: { name: 'read', description: 'Reads.', parameters: schema } }],
    tool_choice: 'required',
    max_tokens: 99,
  })
})

const usages = {
  messages: { input_tokens: 800, cache_read_input_tokens: 200, output_tokens: 50 },
  responses: {
    input_tokens: 1000,
    input_tokens_details: { cached_tokens: 200 },
    output_tokens: 50,
    total_tokens: 1050,
  },
  gemini: { promptTokenCount: 1000, cachedContentTokenCount: 200, candidatesTokenCount: 40, thoughtsTokenCount: 10 },
}
const wholes: Readonly<Record<OtherDialect, object>> = {
  messages: {
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'text', text: answer.text },
      { type: 'tool_use', id: 'call_1', ...tools[0] },
      { type: 'tool_use', id: 'call_2', ...tools[1] },
    ],
    stop_reason: 'tool_use',
    usage: usages.messages,
  },
  responses: {
    object: 'response',
    status: 'completed',
    output: [
      { type: 'message', content: [{ type: 'output_text', text: answer.text }] },
      { type: 'function_call', call_id: 'call_1', name: 'write', arguments: JSON.stringify(tools[0]?.input) },
      { type: 'function_call', call_id: 'call_2', name: 'read', arguments: '{}' },
    ],
    usage: usages.responses,
  },
  gemini: {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: answer.text },
            { functionCall: { name: 'write', args: tools[0]?.input } },
            { functionCall: { name: 'read', args: {} } },
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: usages.gemini,
  },
}

test.each(others)('%s: the answer of such a server is told whole, with its tools and tokens', async (dialect) => {
  await using open = await openGateway(() => answer, { speaks: ['chat'] })

  const answered = await (await open.openRun()).ask(dialect)

  expect(answered.status).toBe(200)
  expect(JSON.parse(answered.text)).toMatchObject(wholes[dialect])
  expect(open.calls).toMatchObject([{ dialect, outcome: 'answered', usage: { input: 1000, output: 50 } }])
})

test('messages: its stream has each block begun, told and ended', async () => {
  await using open = await openGateway(() => answer, { speaks: ['chat'] })

  const events = readEvents((await (await open.openRun()).ask('messages', { isStreamed: true })).text)

  const shape = events.map(({ type, index }) =>
    index === undefined ? String(type) : `${String(type)} ${Number(index)}`,
  )
  expect(shape.filter((one, at) => one !== shape[at - 1])).toEqual([
    'message_start',
    ...[0, 1, 2].flatMap((index) => ['start', 'delta', 'stop'].map((what) => `content_block_${what} ${index}`)),
    'message_delta',
    'message_stop',
  ])
  const partial = events.flatMap(({ index, delta }) => (index === 1 ? [delta] : [])) as (
    | { partial_json?: string }
    | undefined
  )[]
  expect(partial.map((delta) => delta?.partial_json ?? '').join('')).toBe(JSON.stringify(tools[0]?.input))
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: usages.messages })
})

test('responses: its stream numbers its events and ends with the whole answer', async () => {
  await using open = await openGateway(() => answer, { speaks: ['chat'] })

  const events = readEvents((await (await open.openRun()).ask('responses', { isStreamed: true })).text)

  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, at) => at))
  const text = events.flatMap(({ type, delta }) => (type === 'response.output_text.delta' ? [String(delta)] : []))
  expect([text.length > 1, text.join('')]).toEqual([true, answer.text])
  expect(events.filter(({ type }) => type === 'response.output_item.done')).toMatchObject(
    (wholes.responses as { output: object[] }).output.map((item, at) => ({ output_index: at, item })),
  )
  expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: wholes.responses })
})

test('gemini: its stream has text as it comes, and calls of functions once they are whole', async () => {
  await using open = await openGateway(() => answer, { speaks: ['chat'] })

  const events = readEvents((await (await open.openRun()).ask('gemini', { isStreamed: true })).text)

  const parts = events.flatMap(
    ({ candidates }) => (candidates as { content: { parts: { text?: string }[] } }[])[0]?.content.parts ?? [],
  )
  expect(parts.map(({ text = '' }) => text).join('')).toBe(answer.text)
  expect(parts.slice(-2)).toMatchObject([
    { functionCall: { name: 'write', args: tools[0]?.input } },
    { functionCall: { name: 'read' } },
  ])
  expect(events.at(-1)).toMatchObject({ usageMetadata: usages.gemini })
})

test('responses: a tool that takes a text gets it as it was written', async () => {
  const tool = {
    type: 'custom',
    name: 'apply_patch',
    description: 'Patches.',
    format: { type: 'grammar', definition: 'start: "x"' },
  }
  const turn = { kind: 'answer' as const, tools: [{ name: 'apply_patch', input: { input: '*** Begin Patch\n' } }] }
  await using open = await openGateway(() => turn, { speaks: ['chat'] })
  const run = await open.openRun()

  const whole = await run.ask('responses', { body: { tools: [tool] } })
  const streamed = await run.ask('responses', { body: { tools: [tool] }, isStreamed: true })

  const call = { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: '*** Begin Patch\n' }
  expect(JSON.parse(whole.text)).toMatchObject({ output: [call] })
  expect(readEvents(streamed.text).at(-1)).toMatchObject({ response: { output: [call] } })
  expect(JSON.stringify(open.provider.calls[0]?.json)).toContain('must follow this grammar')
})

test.each(others)('%s: a no, a failure and a broken stream are told in its own words', async (dialect) => {
  const no = '{"error":{"message":"the prompt is \\"too\\" long","code":"x"}}'
  await using open = await openGateway(
    inOrder({ kind: 'status', status: 400, body: no }, { kind: 'begun', text: 'Beginning', next: 'cut' }),
    { speaks: ['chat'] },
  )
  const run = await open.openRun()

  const refused = await run.ask(dialect)
  const cut = await run.ask(dialect, { isStreamed: true })

  const error = dialect === 'messages' ? { type: 'error', error: { type: 'invalid_request_error' } } : { error: {} }
  expect(refused.status).toBe(400)
  expect(JSON.parse(refused.text)).toMatchObject(error)
  expect(refused.text).toContain('the prompt is')
  expect(cut.text).toMatch(/Beginnin[^]*the answer of the model is not whole/)
  expect(open.calls).toMatchObject([{ outcome: 'passed_on' }, { outcome: 'cut' }])
})

test('responses: a conversation that a provider is to remember can’t be told to one that doesn’t', async () => {
  await using open = await openGateway(() => answer, { speaks: ['chat'] })

  const refused = await (await open.openRun()).ask('responses', { body: { previous_response_id: 'resp_1' } })

  expect(refused.status).toBe(400)
  expect(refused.text).toContain('keeps no conversation')
})
