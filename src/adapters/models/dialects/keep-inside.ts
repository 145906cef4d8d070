import { z } from 'zod'
import type { Dialect } from './dialect.ts'

const object = z.record(z.string(), z.unknown())
type Json = Record<string, unknown>

/** What became of a call: tools that the provider would run itself are gone, and the first address that is refused. */
export interface Inspected {
  json: Json
  /** Types of the tools that were taken out; where there are none, the body is the very same. */
  dropped: string[]
  /** What would have the provider fetch something from elsewhere. */
  address: string | null
}

/** Run by whoever asks, so that they reach no further than that one does. Everything else is the provider's to run. */
const ownTools: Readonly<Record<Dialect, (tool: Json) => boolean>> = {
  chat: ({ type }) => type === undefined || type === 'function' || type === 'custom',
  responses: (tool) => isOwnOfResponses(tool),
  messages: ({ type }) =>
    type === undefined ||
    type === 'custom' ||
    (typeof type === 'string' && /^(?:bash|text_editor|computer|memory)_/.test(type)),
  gemini: (tool) => Object.keys(tool).every((key) => key === 'functionDeclarations' || key === 'function_declarations'),
}

/**
 * Provider-side tools (search, fetching pages, connectors, code) and addresses in what is sent would be a network for
 * who has none: they take text out of the isolation, and bring instructions in.
 */
export function keepInside(dialect: Dialect, json: Json): Inspected {
  const dropped: string[] = []
  let kept = json
  if (Array.isArray(json['tools'])) {
    const tools = json['tools'].filter((tool: unknown) => {
      const parsed = object.safeParse(tool)
      if (parsed.success && ownTools[dialect](parsed.data)) return true
      dropped.push(nameTool(parsed.data ?? {}))
      return false
    })
    if (dropped.length > 0) kept = withTools(json, tools)
  }
  for (const name of reachingFields) {
    if (kept[name] == null) continue
    dropped.push(name)
    const { [name]: _dropped, ...rest } = kept
    kept = rest
  }
  return { json: kept, dropped, address: findAddress(kept) }
}

/** Fields beside the tools with which a provider reaches further: connectors, containers, search. */
const reachingFields = ['mcp_servers', 'container', 'web_search_options', 'plugins']

function isOwnOfResponses({ type, execution, environment, tools }: Json): boolean {
  const local = object.safeParse(environment)
  switch (type) {
    case 'function':
    case 'custom':
    case 'local_shell':
    case 'apply_patch':
    case 'computer':
    case 'computer_use_preview':
      return true
    case 'shell':
      return local.success && local.data['type'] === 'local'
    case 'tool_search':
      return execution === 'client'
    case 'namespace':
      return Array.isArray(tools) && tools.every((tool) => isOwnOfResponses(object.safeParse(tool).data ?? {}))
    default:
      return false
  }
}

function withTools(json: Json, tools: unknown[]): Json {
  if (tools.length > 0) return { ...json, tools }
  const { tools: _tools, tool_choice: _choice, toolConfig: _config, parallel_tool_calls: _parallel, ...rest } = json
  return rest
}

function nameTool(tool: Json): string {
  const name = tool['type'] ?? Object.keys(tool)[0]
  return typeof name === 'string' ? name.slice(0, 60) : 'unknown'
}

/** Fields whose text a provider fetches, and those that hold an object with a `url` that it does. */
const fetched = new Set(['image_url', 'file_url', 'video_url', 'audio_url', 'fileUri', 'file_uri', 'server_url'])
const fetchedFrom = new Set(['image_url', 'video_url', 'audio_url', 'source', 'document'])
/** What agents and models say to each other, which no provider looks into. */
const opaque = new Set(['args', 'arguments', 'functionCall', 'functionResponse', 'function_call', 'function_response'])

/** The first address in the messages that the provider would fetch; walked without recursion, as depth is the sender's. */
function findAddress(json: Json): string | null {
  const open: [holder: string, value: unknown][] = ['messages', 'input', 'contents', 'system', 'systemInstruction'].map(
    (name) => [name, json[name]],
  )
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [holder, value] = next
    if (Array.isArray(value)) {
      for (const one of value) if (isObject(one) || Array.isArray(one)) open.push([holder, one])
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        const isFetched = fetched.has(key) || (key === 'url' && fetchedFrom.has(holder))
        if (isFetched && typeof inner === 'string' && !inner.startsWith('data:')) return inner.slice(0, 200)
        const isArgument = opaque.has(key) || (key === 'input' && value['type'] === 'tool_use')
        if (!isArgument && typeof inner === 'object' && inner !== null) open.push([key, inner])
      }
    }
  }
  return null
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
