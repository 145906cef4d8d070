import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'

export interface ThreadRequest<Question> {
  id: number
  /** `close` where it is null. */
  question: Question | null
}

export type ThreadReply<Answer> =
  | { id: number; answer: Answer | undefined }
  | { id: number; fault: string; code: string | undefined }

/** What a thread has open. */
export interface Opened<Question, Answer> {
  answer(question: Question): Answer | Promise<Answer>
  close(): void | Promise<void>
}

/** The inside of a `DatabaseThread`: opens the database and answers what it is asked. Does nothing outside of a thread. */
export async function answerQuestions<Question, Answer>(open: () => Promise<Opened<Question, Answer>>): Promise<void> {
  const port = parentPort
  if (port === null) return
  const post = (said: ThreadReply<Answer>) => port.postMessage(said)
  const refuse = (id: number, error: unknown) =>
    post({ id, fault: error instanceof Error ? error.message : String(error), code: findCode(error) })
  let opened: Opened<Question, Answer>
  try {
    opened = await open()
  } catch (error) {
    refuse(0, error)
    return
  }
  port.on('message', (request: ThreadRequest<Question>) => void answer(request))
  post({ id: 0, answer: undefined })
  // A thread has its own of what is kept compiled; at the end would be too late for a process that is killed.
  flushCompileCache()

  async function answer({ id, question }: ThreadRequest<Question>): Promise<void> {
    try {
      if (question === null) await opened.close()
      post({ id, answer: question === null ? undefined : await opened.answer(question) })
      if (question === null) port?.close()
    } catch (error) {
      refuse(id, error)
    }
  }
}

/** The name that a database gives a fault, such as Postgres's SQLSTATE. */
function findCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
