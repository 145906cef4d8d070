import type { Provider } from './provider.ts'

/** Whether a provider answers: `refused` says no to our key, `failing` answers with an error, `away` doesn't answer. */
export interface ProviderSight {
  state: 'answers' | 'refused' | 'failing' | 'away'
  /** What was seen, in few words; never of the answer's body. */
  what: string
}

const patienceMs = 10_000

/** Asks a provider for its list of models, which costs nothing. */
export async function probeProvider(provider: Provider, ask: typeof fetch = fetch): Promise<ProviderSight> {
  const { url, headers } = listEndpoint(provider)
  try {
    const answer = await ask(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    await answer.body?.cancel()
    return judge(answer.status)
  } catch (error) {
    return { state: 'away', what: explainNoAnswer(error) }
  }
}

function judge(status: number): ProviderSight {
  if (status === 401 || status === 403) return { state: 'refused', what: `says no to the key (${status})` }
  // A server without a list is there all the same.
  if (status < 300 || status === 404 || status === 405) return { state: 'answers', what: `answers (${status})` }
  return { state: 'failing', what: `answers with ${status}` }
}

function listEndpoint({ kind, baseUrl, key }: Provider): { url: string; headers: Record<string, string> } {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  switch (kind) {
    case 'anthropic': {
      const version = { 'anthropic-version': '2023-06-01' }
      return { url: `${base}/v1/models`, headers: key === null ? version : { ...version, 'x-api-key': key } }
    }
    case 'google':
      return { url: `${base}/v1beta/models`, headers: key === null ? {} : { 'x-goog-api-key': key } }
    case 'azure':
      return { url: `${base}/models`, headers: key === null ? {} : { 'api-key': key } }
    case 'openai':
    case 'compatible':
    case 'bedrock':
      return { url: `${base}/models`, headers: key === null ? {} : { authorization: `Bearer ${key}` } }
  }
}

/** `fetch` says `fetch failed`; why is in its cause. */
function explainNoAnswer(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `gave no answer in ${patienceMs / 1000} s`
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
