import { type ChildProcess, fork } from 'node:child_process'

/** A process of its own that answers what it is asked, one question at a time. */
export interface Child<Question, Answer> extends AsyncDisposable {
  ask(question: Question): Promise<Answer>
}

interface Failed {
  failed: string
}

/** Starts a module of this folder as a process; it is ended when disposed. `nodeOptions` are those of its Node, `env` comes on top of ours. */
export function startChild<Question extends object, Answer>(
  module: URL,
  nodeOptions: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Child<Question, Answer> {
  const child = fork(module, { serialization: 'advanced', execArgv: [...nodeOptions], env: { ...process.env, ...env } })
  return {
    ask: (question) => ask<Answer>(child, question),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}

function ask<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the process ended (${code}) before it answered`))
    child.once('exit', onExit)
    child.once('message', (answer) => {
      child.off('exit', onExit)
      const { failed } = answer as Partial<Failed>
      if (failed === undefined) resolve(answer as Answer)
      else reject(new Error(failed))
    })
    child.send(question)
  })
}

/** The other side: answers with what `act` resolves to; `end` gives back what would keep the process alive. */
export function answerParent<Question, Answer extends object>(
  act: (question: Question) => Promise<Answer>,
  end: () => Promise<void> = async () => {},
): void {
  const answer = async (question: Question): Promise<void> => {
    const answered = await act(question).catch((error: unknown): Failed => ({ failed: String(error) }))
    process.send?.(answered)
  }
  process.on('message', (question) => void answer(question as Question))
  process.on('disconnect', () => void end())
}
