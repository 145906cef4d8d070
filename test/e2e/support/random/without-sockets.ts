import type { Sandbox } from 'github-sandbox'

/**
 * From now on what this process asks its own sandbox is handed to it without a socket, which took as long as answering
 * did; what may happen on a real way is tested elsewhere. Webhooks still go over one. Undone by what is returned.
 */
export function askWithoutSockets({ web, answer }: Pick<Sandbox, 'web' | 'answer'>): () => void {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith(`${web}/`)) return send(input, init)
    const response = await answer(new Request(input, init))
    // Where it lies now is asked for over a socket: that follows by itself.
    if (response.status >= 300 && response.status < 400 && response.headers.has('location')) return send(input, init)
    return Object.defineProperty(response, 'url', { value: input })
  }
  return () => {
    globalThis.fetch = send
  }
}
