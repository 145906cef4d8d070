import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'

/** Tells open pages of every new commit. */
export interface CommitNews {
  /** What is known now; undefined before anything is. */
  current(): string | undefined
  /** Called with every new one until the returned function is. */
  listen(hear: (commit: string) => void): () => void
}

/** Proxies end connections on which nothing is said for a minute. */
const aliveMs = 25_000

/** Server-sent events: `commit` with its id, at first and whenever it changes. */
export function answerNews(c: Context, news: CommitNews): Response {
  return streamSSE(c, async (stream) => {
    let leave = () => {}
    const gone = new Promise<void>((resolve) => {
      stream.onAbort(resolve)
      leave = resolve
    })
    const tell = (commit: string) => void stream.writeSSE({ event: 'commit', data: commit }).catch(leave)
    const stop = news.listen(tell)
    const alive = setInterval(() => void stream.write(': \n\n').catch(leave), aliveMs)
    const current = news.current()
    if (current !== undefined) tell(current)
    await gone
    clearInterval(alive)
    stop()
  })
}
