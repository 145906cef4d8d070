import { type ChatCall, type ChatPart, ChatThread, functionTool, toolCall, type TranslatedCall } from './chat-call.ts'
import { asList, asLoose, asNumber, asText, type Loose, textOf, withValues } from './tolerant-fields.ts'

/** Anthropic's messages as chat completions. What was thought is left out: no other model could take it up. */
export function translateMessages(json: Loose): TranslatedCall {
  const thread = new ChatThread()
  thread.system(textOf(json['system']))
  for (const { role, content } of asList(json['messages'])) {
    if (role === 'assistant') addAssistant(thread, content)
    else addUser(thread, content)
  }
  const dropped: string[] = []
  const tools = asList(json['tools']).flatMap(({ type, name, description, input_schema }) => {
    if (typeof name === 'string' && input_schema !== undefined)
      return [functionTool(name, typeof description === 'string' ? description : undefined, input_schema)]
    dropped.push(asText(type) || asText(name))
    return []
  })
  const call: ChatCall = { messages: thread.messages, tools, ...settingsOf(json) }
  return { call, dropped, textTools: new Set() }
}

function settingsOf(json: Loose): Partial<ChatCall> {
  const { type, name, disable_parallel_tool_use: single } = asLoose(json['tool_choice'])
  const stop = json['stop_sequences']
  return withValues<Partial<ChatCall>>({
    tool_choice: chooseTool(type, name),
    parallel_tool_calls: single === true ? false : undefined,
    max_tokens: asNumber(json['max_tokens']),
    temperature: asNumber(json['temperature']),
    top_p: asNumber(json['top_p']),
    stop: Array.isArray(stop) && stop.length > 0 ? stop.filter((one) => typeof one === 'string') : undefined,
  })
}

function chooseTool(type: unknown, name: unknown): unknown {
  if (type === 'tool') return { type: 'function', function: { name } }
  if (type === 'any') return 'required'
  return type === 'auto' || type === 'none' ? type : undefined
}

function addAssistant(thread: ChatThread, content: unknown): void {
  if (typeof content === 'string') return thread.assistant(content)
  const blocks = asList(content)
  const text = textOf(blocks.filter(({ type }) => type === 'text'))
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => toolCall(asText(id), asText(name), JSON.stringify(input ?? {})))
  thread.assistant(text, calls)
}

/** Results of tools come first: they belong to what the assistant said last. */
function addUser(thread: ChatThread, content: unknown): void {
  if (typeof content === 'string') return thread.user([{ type: 'text', text: content }])
  const blocks = asList(content)
  for (const { type, tool_use_id, content: result, is_error } of blocks) {
    if (type !== 'tool_result') continue
    const text = textOf(result)
    thread.toolResult(asText(tool_use_id), is_error === true ? `Error: ${text}` : text)
  }
  const results = blocks.filter(({ type }) => type === 'tool_result').flatMap(({ content: result }) => asList(result))
  thread.user([...results.filter(({ type }) => type === 'image'), ...blocks].flatMap(readPart))
}

function readPart({ type, text, source }: Loose): ChatPart[] {
  if (type === 'text' && typeof text === 'string') return [{ type: 'text', text }]
  const { media_type: media, data } = asLoose(source)
  if (type === 'image' && typeof data === 'string')
    return [{ type: 'image_url', image_url: { url: `data:${asText(media)};base64,${data}` } }]
  return type === 'document' ? [{ type: 'text', text: '[a document that can’t be shown to this model]' }] : []
}
