import type { Dialect } from './dialect.ts'

/** What is asked for. A model stands in the path for Gemini's calls alone; elsewhere it is null until the body is read. */
export type Route =
  | { kind: 'call'; dialect: Dialect; model: string | null; isStreamed: boolean | null }
  | { kind: 'count'; dialect: 'messages' | 'gemini'; model: string | null }
  | { kind: 'list'; dialect: 'chat' | 'messages' | 'gemini'; model: string | null }

export interface AskedRoute {
  method: string
  url: string
  /** Whether a header says that Anthropic's client asks; OpenAI lists models at the same path. */
  isAnthropic: boolean
}

const longestUrl = 2048
const calls: Readonly<Record<string, 'chat' | 'responses' | 'messages'>> = {
  '/v1/chat/completions': 'chat',
  '/v1/responses': 'responses',
  '/v1/messages': 'messages',
}
const geminiCall = /^\/v1(?:beta|alpha)?\/(?:models\/)?([^/:]+):(generateContent|streamGenerateContent|countTokens)$/
const geminiList = /^\/v1(?:beta|alpha)\/models(?:\/([^/:]+))?$/
const modelList = /^\/v1\/models(?:\/([^/:]+))?$/

/** Where a request leads; undefined for every other path: what isn't known here is nowhere passed on. */
export function readRoute({ method, url, isAnthropic }: AskedRoute): Route | undefined {
  const place = `http://gateway${url}`
  if (url.length > longestUrl || !url.startsWith('/') || !URL.canParse(place)) return undefined
  const { pathname, searchParams } = new URL(place)
  if (method === 'GET') return readList(pathname, isAnthropic)
  if (method !== 'POST') return undefined
  const dialect = calls[pathname]
  if (dialect !== undefined) return { kind: 'call', dialect, model: null, isStreamed: null }
  if (pathname === '/v1/messages/count_tokens') return { kind: 'count', dialect: 'messages', model: null }
  const [, name, verb] = geminiCall.exec(pathname) ?? []
  const model = decodeName(name)
  if (model === undefined) return undefined
  if (verb === 'countTokens') return { kind: 'count', dialect: 'gemini', model }
  const isStreamed = verb === 'streamGenerateContent'
  // Without `alt=sse` Gemini streams one long array, which no agent asks for.
  if (isStreamed && searchParams.get('alt') !== 'sse') return undefined
  return { kind: 'call', dialect: 'gemini', model, isStreamed }
}

/** In which dialect to say that there is nothing here. */
export function guessDialect(url: string): Dialect {
  if (url.startsWith('/v1beta') || url.startsWith('/v1alpha')) return 'gemini'
  return url.startsWith('/v1/messages') ? 'messages' : 'chat'
}

function readList(pathname: string, isAnthropic: boolean): Route | undefined {
  const gemini = geminiList.exec(pathname)
  if (gemini !== null) return { kind: 'list', dialect: 'gemini', model: decodeName(gemini[1]) ?? null }
  const other = modelList.exec(pathname)
  if (other === null) return undefined
  return { kind: 'list', dialect: isAnthropic ? 'messages' : 'chat', model: decodeName(other[1]) ?? null }
}

/** Names of models may have a slash, which stands encoded in a path. */
function decodeName(text: string | undefined): string | undefined {
  try {
    const name = text === undefined ? undefined : decodeURIComponent(text)
    return name !== undefined && /^[\w.:/@-]{1,200}$/.test(name) ? name : undefined
  } catch {
    return undefined
  }
}
