import type { Dialect } from '../dialects/dialect.ts'

/** Whose way of addresses and keys a provider has. */
export const providerKinds = ['openai', 'compatible', 'azure', 'bedrock', 'anthropic', 'google'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** Where calls are passed on to. */
export interface Provider {
  name: string
  kind: ProviderKind
  /** As people write it for that kind: with `/v1` for OpenAI and all that are like it, without for Anthropic and Google. */
  baseUrl: string
  /** Null where none is asked for, as by a server on one's own machine. */
  key: string | null
  /** Dialects that it is asked in, the first for agents that speak none of them. */
  speaks: readonly Dialect[]
}

export interface Endpoint {
  url: string
  headers: Record<string, string>
}

const anthropicVersion = '2023-06-01'

/** Dialects that each kind speaks where nobody says otherwise. */
export const dialectsOf: Readonly<Record<ProviderKind, readonly Dialect[]>> = {
  openai: ['chat', 'responses'],
  compatible: ['chat'],
  azure: ['chat', 'responses'],
  bedrock: ['chat', 'responses'],
  anthropic: ['messages', 'chat'],
  google: ['gemini', 'chat'],
}

/** Where a call in that dialect goes, with the key. `rest` is what Gemini's path has after the model. */
export function findEndpoint(provider: Provider, dialect: Dialect, model: string, rest: string): Endpoint {
  const base = provider.baseUrl.replace(/(?<!\/)\/+$/, '')
  const url = `${base}${pathOf(provider.kind, dialect, model, rest)}`
  return { url, headers: { ...authorise(provider, dialect), ...versionOf(dialect) } }
}

function pathOf(kind: ProviderKind, dialect: Dialect, model: string, rest: string): string {
  switch (dialect) {
    case 'chat':
      // Google and Anthropic have OpenAI's dialect too, each at a place of its own.
      if (kind === 'google') return '/v1beta/openai/chat/completions'
      return kind === 'anthropic' ? '/v1/chat/completions' : '/chat/completions'
    case 'responses':
      return '/responses'
    case 'messages':
      return kind === 'anthropic' ? '/v1/messages' : '/messages'
    case 'gemini':
      return `/v1beta/models/${encodeURIComponent(model)}:${rest}`
  }
}

function authorise({ kind, key }: Provider, dialect: Dialect): Record<string, string> {
  if (key === null) return {}
  if (kind === 'azure') return { 'api-key': key }
  if (dialect === 'messages') return { 'x-api-key': key }
  return dialect === 'gemini' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}

function versionOf(dialect: Dialect): Record<string, string> {
  return dialect === 'messages' ? { 'anthropic-version': anthropicVersion } : {}
}
