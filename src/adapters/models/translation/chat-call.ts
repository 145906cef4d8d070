/** A call in OpenAI's chat completions, as far as other dialects are brought to it. */
export interface ChatCall {
  messages: ChatMessage[]
  tools: ChatTool[]
  tool_choice?: unknown
  parallel_tool_calls?: boolean
  max_tokens?: number
  temperature?: number
  top_p?: number
  stop?: string[]
  response_format?: unknown
}

export type ChatPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatPart[] }
  | { role: 'assistant'; content: string | null; tool_calls?: ChatToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

export interface ChatToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export interface ChatTool {
  type: 'function'
  function: { name: string; description?: string; parameters: unknown }
}

/** What an agent asked, in the pivot's words; and what of its tools could not be said in them. */
export interface TranslatedCall {
  call: ChatCall
  dropped: string[]
  /** Tools that took a text and no object: their answers are unwrapped. */
  textTools: ReadonlySet<string>
}

/** Puts messages together: one after the other of the same kind is one, as servers want them to take turns. */
export class ChatThread {
  readonly messages: ChatMessage[] = []

  system(text: string): void {
    if (text !== '') this.messages.push({ role: 'system', content: text })
  }

  user(parts: readonly ChatPart[]): void {
    if (parts.length === 0) return
    const isText = parts.every((part) => part.type === 'text')
    const content = isText ? parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') : [...parts]
    this.messages.push({ role: 'user', content })
  }

  assistant(text: string, calls: readonly ChatToolCall[] = []): void {
    if (text === '' && calls.length === 0) return
    const last = this.messages.at(-1)
    if (last?.role === 'assistant') {
      if (text !== '') last.content = last.content === null ? text : `${last.content}\n${text}`
      if (calls.length > 0) last.tool_calls = [...(last.tool_calls ?? []), ...calls]
      return
    }
    const content = text === '' ? null : text
    this.messages.push({ role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: [...calls] }) })
  }

  toolResult(id: string, text: string): void {
    this.messages.push({ role: 'tool', tool_call_id: id, content: text })
  }
}

export function toolCall(id: string, name: string, args: string): ChatToolCall {
  return { id, type: 'function', function: { name, arguments: args } }
}

export function functionTool(name: string, description: string | undefined, parameters: unknown): ChatTool {
  const schema = parameters ?? { type: 'object', properties: {} }
  return {
    type: 'function',
    function: { name, ...(description === undefined ? {} : { description }), parameters: schema },
  }
}
