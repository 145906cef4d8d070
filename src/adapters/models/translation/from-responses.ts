import {
  type ChatCall,
  type ChatPart,
  type ChatTool,
  ChatThread,
  functionTool,
  toolCall,
  type TranslatedCall,
} from './chat-call.ts'
import { asList, asLoose, asNumber, asText, type Loose, textOf, withValues } from './tolerant-fields.ts'

/** OpenAI's responses as chat completions. Reasoning is left out: it can be read by the model that wrote it alone. */
export function translateResponses(json: Loose): TranslatedCall | string {
  if (json['previous_response_id'] != null || json['conversation'] != null)
    return 'the provider of this model keeps no conversation: send all of it with each call (store: false)'
  const thread = new ChatThread()
  thread.system(asText(json['instructions']))
  const { input } = json
  if (typeof input === 'string') thread.user([{ type: 'text', text: input }])
  else for (const item of asList(input)) addItem(thread, item)
  const dropped: string[] = []
  const textTools = new Set<string>()
  const tools = asList(json['tools']).flatMap((tool) => readTool(tool, dropped, textTools))
  return { call: { messages: thread.messages, tools, ...settingsOf(json) }, dropped, textTools }
}

function settingsOf(json: Loose): Partial<ChatCall> {
  const choice = json['tool_choice']
  const { name } = asLoose(choice)
  const { format } = asLoose(json['text'])
  const { type, name: title, schema, strict } = asLoose(format)
  const asked = type === 'json_schema' ? { type, json_schema: { name: title, schema, strict } } : undefined
  return withValues<Partial<ChatCall>>({
    tool_choice:
      typeof choice === 'string' ? choice : name === undefined ? undefined : { type: 'function', function: { name } },
    parallel_tool_calls: json['parallel_tool_calls'] === false ? false : undefined,
    max_tokens: asNumber(json['max_output_tokens']),
    temperature: asNumber(json['temperature']),
    top_p: asNumber(json['top_p']),
    response_format: type === 'json_object' ? { type } : asked,
  })
}

function readTool(tool: Loose, dropped: string[], textTools: Set<string>): ChatTool[] {
  const { type, name, description, parameters, format } = tool
  const said = typeof description === 'string' ? description : undefined
  if (type === 'function' && typeof name === 'string') return [functionTool(name, said, parameters)]
  if (type === 'custom' && typeof name === 'string') {
    textTools.add(name)
    const { definition } = asLoose(format)
    const grammar = typeof definition === 'string' ? `\n\nThe input must follow this grammar:\n${definition}` : ''
    const input = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
    return [functionTool(name, `${said ?? ''}${grammar}`, input)]
  }
  if (type === 'namespace') return asList(tool['tools']).flatMap((one) => readTool(one, dropped, textTools))
  dropped.push(asText(type))
  return []
}

function addItem(thread: ChatThread, item: Loose): void {
  const { type, role, content, call_id: id, name, arguments: args, input, output } = item
  switch (type) {
    case 'function_call':
      return thread.assistant('', [toolCall(asText(id), asText(name), asText(args))])
    case 'custom_tool_call':
      return thread.assistant('', [toolCall(asText(id), asText(name), JSON.stringify({ input }))])
    case 'function_call_output':
    case 'custom_tool_call_output':
      return thread.toolResult(asText(id), textOf(output))
    case undefined:
    case 'message':
      if (role === 'assistant') return thread.assistant(textOf(content))
      if (role === 'system' || role === 'developer') return thread.system(textOf(content))
      return thread.user(
        typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).flatMap(readPart),
      )
    default:
  }
}

function readPart({ type, text, image_url: url }: Loose): ChatPart[] {
  if (typeof text === 'string') return [{ type: 'text', text }]
  return type === 'input_image' && typeof url === 'string' ? [{ type: 'image_url', image_url: { url } }] : []
}
