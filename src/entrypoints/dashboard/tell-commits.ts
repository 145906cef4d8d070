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

/**
 * Server-sent events: `commit` with its id, at first and whenever it changes. Ends for whoever may not hear it any more,
 * at the latest when it next says that it is there.
 */
export function answerNews(
  c: Context,
  news: CommitNews,
  mayHear: () => Promise<boolean> = () => Promise.resolve(true),
): Response {
  return streamSSE(c, async (stream) => {
    let leave = () => {}
    const gone = new Promise<void>((resolve) => {
      stream.onAbort(resolve)
      leave = resolve
    })
    const say = async (text: string) => ((await mayHear()) ? void (await stream.write(text)) : leave())
    const tell = (commit: string) => void say(`event: commit\ndata: ${commit}\n\n`).catch(leave)
    const stop = news.listen(tell)
    const alive = setInterval(() => void say(': \n\n').catch(leave), aliveMs)
    const current = news.current()
    if (current !== undefined) tell(current)
    await gone
    clearInterval(alive)
    stop()
  })
}
