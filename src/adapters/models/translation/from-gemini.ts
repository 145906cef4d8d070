import { type ChatCall, type ChatPart, ChatThread, functionTool, toolCall, type TranslatedCall } from './chat-call.ts'
import { asList, asLoose, asNumber, asText, type Loose, textOf, withValues } from './tolerant-fields.ts'

/** Gemini's contents as chat completions. */
export function translateGemini(json: Loose): TranslatedCall {
  const thread = new ChatThread()
  thread.system(
    textOf(asLoose(json['systemInstruction'] ?? json['system_instruction'])['parts'] ?? json['systemInstruction']),
  )
  const ids = new CallIds()
  for (const { role, parts } of asList(json['contents'])) {
    const said = asList(parts).filter(({ thought }) => thought !== true)
    if (role === 'model') addModel(thread, said, ids)
    else addUser(thread, said, ids)
  }
  const declared = asList(json['tools']).flatMap((tool) =>
    asList(tool['functionDeclarations'] ?? tool['function_declarations']),
  )
  const tools = declared.map(({ name, description, parameters, parametersJsonSchema }) =>
    functionTool(
      asText(name),
      typeof description === 'string' ? description : undefined,
      parametersJsonSchema ?? lowerTypes(parameters),
    ),
  )
  return { call: { messages: thread.messages, tools, ...settingsOf(json) }, dropped: [], textTools: new Set() }
}

const choices: Readonly<Record<string, string>> = { AUTO: 'auto', ANY: 'required', NONE: 'none' }

function settingsOf(json: Loose): Partial<ChatCall> {
  const config = asLoose(json['generationConfig'])
  const { mode } = asLoose(asLoose(json['toolConfig'])['functionCallingConfig'])
  const stop = config['stopSequences']
  const schema = config['responseJsonSchema'] ?? lowerTypes(config['responseSchema'])
  const isJson = config['responseMimeType'] === 'application/json'
  const shaped =
    schema === undefined ? { type: 'json_object' } : { type: 'json_schema', json_schema: { name: 'answer', schema } }
  return withValues<Partial<ChatCall>>({
    tool_choice: choices[asText(mode)],
    max_tokens: asNumber(config['maxOutputTokens']),
    temperature: asNumber(config['temperature']),
    top_p: asNumber(config['topP']),
    stop: Array.isArray(stop) && stop.length > 0 ? stop.filter((one) => typeof one === 'string') : undefined,
    response_format: isJson ? shaped : undefined,
  })
}

/** Gemini's calls may have no ids: they are told apart by name and order. */
class CallIds {
  readonly #open = new Map<string, string[]>()
  #count = 0

  begin(name: string, given: unknown): string {
    this.#count += 1
    const id = typeof given === 'string' && given !== '' ? given : `call_${this.#count}`
    this.#open.set(name, [...(this.#open.get(name) ?? []), id])
    return id
  }

  answer(name: string, given: unknown): string {
    const open = this.#open.get(name) ?? []
    const id = typeof given === 'string' && open.includes(given) ? given : open[0]
    this.#open.set(
      name,
      open.filter((one) => one !== id),
    )
    return id ?? this.begin(name, given)
  }
}

function addModel(thread: ChatThread, parts: readonly Loose[], ids: CallIds): void {
  const calls = parts.flatMap(({ functionCall }) => {
    if (functionCall === undefined) return []
    const { id, name, args } = asLoose(functionCall)
    return [toolCall(ids.begin(asText(name), id), asText(name), JSON.stringify(args ?? {}))]
  })
  thread.assistant(textOf(parts), calls)
}

function addUser(thread: ChatThread, parts: readonly Loose[], ids: CallIds): void {
  for (const { functionResponse } of parts) {
    if (functionResponse === undefined) continue
    const { id, name, response } = asLoose(functionResponse)
    const { output } = asLoose(response)
    thread.toolResult(
      ids.answer(asText(name), id),
      typeof output === 'string' ? output : JSON.stringify(response ?? {}),
    )
  }
  thread.user(parts.flatMap(readPart))
}

function readPart({ text, inlineData }: Loose): ChatPart[] {
  if (typeof text === 'string') return [{ type: 'text', text }]
  const { mimeType, data } = asLoose(inlineData)
  return typeof data === 'string'
    ? [{ type: 'image_url', image_url: { url: `data:${asText(mimeType)};base64,${data}` } }]
    : []
}

/** Google writes the types of a schema in capitals. */
function lowerTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lowerTypes)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' ? value.toLowerCase() : lowerTypes(value),
    ]),
  )
}
